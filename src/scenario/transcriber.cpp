#include "scenario/transcriber.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "enginesim/logprobs.h"
#include "enginesim/tokens.h"
#include "enginesim/written_answer.h"

namespace foreshock::scenario {
namespace transcriber_impl {

using enginesim::AnswerBrief;
using enginesim::Language;
using enginesim::mixed;
using enginesim::Random;
using enginesim::Tool;

// A long message is written as far as this; its characters are all counted.
constexpr int64_t written_question = 160;
// Of prompts at temperature 0, which repeat: how many a class has.
constexpr uint64_t greedy_prompts = 40;
constexpr int64_t logged_tokens = 32, alternatives = 5;

constexpr std::string_view json_schema =
    R"({"type":"object","properties":{"answer":{"type":"string"},"score":{"type":"number"},"tags":{"type":"array","items":{"type":"string"}}},"required":["answer","score"]})";

const std::array<Tool, 2>& tools() {
  static const std::array<Tool, 2> all = {
      Tool{
          "find_order",
          R"({"type":"object","properties":{"order":{"type":"integer","minimum":1},"city":{"type":"string"}},"required":["order"]})"},
      Tool{
          "read_page",
          R"({"type":"object","properties":{"topic":{"type":"string"},"page":{"type":"integer","minimum":1,"maximum":90}},"required":["topic","page"]})"}};
  return all;
}

Language language_of(const LoadClass& load) {
  return load.language.starts_with("zh") ? Language::chinese : Language::english;
}

int64_t characters_of(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
}

// Where a prompt may come again, its words follow from which one it is, else from the request.
uint64_t words_of(const Asked& asked, uint64_t seed) {
  const LoadClass& load = *asked.facts.load_class;
  const bool repeats = load.sampling == Sampling::greedy || load.temperature == 0;
  const uint64_t of_class = mixed(seed, enginesim::hash_of(load.name));
  return mixed(of_class,
               repeats ? asked.facts.session % greedy_prompts : mixed(asked.facts.session, asked.facts.turn));
}

void write_prompt(const Asked& asked, const Plan& plan, uint64_t seed, Transcript& out) {
  out.question = question_of(asked, seed);
  const auto sent = static_cast<double>(plan.sent_tokens);
  const auto tokens = static_cast<double>(std::min(asked.new_tokens, written_question));
  out.prompt_characters = std::llround(sent * static_cast<double>(characters_of(out.question)) / tokens);
}

AnswerBrief brief_of(const Asked& asked, const Plan& plan, const Attempt& attempt, const Tool* call) {
  const LoadClass& load = *asked.facts.load_class;
  AnswerBrief brief;
  brief.language = language_of(load);
  if (asked.facts.code)
    brief.code = enginesim::code_language_of(load.code_language).value_or(enginesim::CodeLanguage::python);
  if (load.sampling == Sampling::json) brief.json = json_schema;
  const int64_t produced = attempt.outcome.produced;
  const int64_t reasoning = std::min(plan.reasoning_tokens, produced);
  const auto written = [&](int64_t counted) {
    return std::llround(static_cast<double>(counted) / plan.answer.tokens_per_char);
  };
  brief.reasoning_tokens = written(reasoning);
  brief.text_tokens = written(produced - reasoning);
  brief.call = call;
  brief.at_limit = plan.answer.at_limit || produced < plan.request.output_tokens || plan.answer.cut;
  brief.flaws = plan.answer.flaws;
  return brief;
}

// The first token's distribution is the one whose entropy a fault raises.
void log_probabilities(const enginesim::AnswerFaults& faults, int64_t tokens, Random& random,
                       Transcript& out) {
  const int64_t count = std::min(tokens, logged_tokens);
  const auto odd_one = static_cast<int64_t>(random.below(static_cast<uint64_t>(std::max<int64_t>(1, count))));
  for (int64_t i = 0; i < count; ++i) {
    const enginesim::Oddity oddity{.added_entropy = i == 0 ? faults.entropy : 0,
                                   .top_dropped = faults.top_dropped && i == odd_one};
    TokenLogprobs& token = out.logprobs.emplace_back();
    token.top = enginesim::top_logprobs(draw_certainty(random, oddity), alternatives);
    token.chosen = token.top[oddity.top_dropped ? 1 : 0];
  }
}

}  // namespace transcriber_impl

std::string question_of(const Asked& asked, uint64_t seed) {
  using namespace transcriber_impl;
  const LoadClass& load = *asked.facts.load_class;
  Random random(words_of(asked, seed));
  const bool second_script = random.chance(load.script_in_prompt);
  return enginesim::write_question(language_of(load), std::min(asked.new_tokens, written_question),
                                   second_script, random);
}

bool Transcriber::writes(uint64_t request) const {
  using namespace transcriber_impl;
  return Random(mixed(mixed(seed_, 71), request)).chance(story_.text);
}

const Transcript& Transcriber::write(const Asked& asked, const Plan& plan, const Attempt& attempt) {
  using namespace transcriber_impl;
  transcript_ = {};
  const LoadClass& load = *asked.facts.load_class;
  write_prompt(asked, plan, seed_, transcript_);
  const Tool* call = nullptr;
  if (load.tools > 0)
    for (const Tool& tool : tools()) transcript_.offered.push_back({tool.name, tool.schema});
  if (asked.facts.tools && !plan.answer.call_missing) call = &tools()[asked.facts.session % tools().size()];
  const AnswerBrief brief = brief_of(asked, plan, attempt, call);
  Random random(mixed(words_of(asked, seed_), brief.flaws.variation ? asked.facts.id : 0));
  enginesim::WrittenAnswer answer = enginesim::write_answer(brief, random);
  transcript_.reasoning = std::move(answer.reasoning);
  transcript_.answer = std::move(answer.text);
  if (call != nullptr) transcript_.calls.push_back({call->name, std::move(answer.tool_arguments)});
  Random odds(mixed(asked.facts.id, 72));
  if (load.sampling == Sampling::logprobs)
    log_probabilities(plan.answer, brief.text_tokens, odds, transcript_);
  return transcript_;
}

const Transcript& Transcriber::calls(const Asked& asked, const Plan& plan, const Attempt& attempt) {
  write(asked, plan, attempt);
  Transcript calls;
  calls.calls = std::move(transcript_.calls);
  calls.offered = std::move(transcript_.offered);
  transcript_ = std::move(calls);
  return transcript_;
}

}  // namespace foreshock::scenario
