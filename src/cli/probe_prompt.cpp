#include "cli/probe_prompt.h"

#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "enginesim/random.h"

namespace foreshock::cli {
namespace probe_prompt_impl {

using Json = nlohmann::json;
using scenario::ProbeRounds;

constexpr std::array<std::string_view, 8> gates = {"north", "south", "east",   "west",
                                                   "river", "hill",  "forest", "harbour"};

uint64_t five_digits(uint64_t of, uint64_t which) {
  return 10000 + enginesim::mixed(of, which) % 90000;
}

std::string gate_of(int64_t fact) {
  const auto count = static_cast<int64_t>(gates.size());
  const std::string_view name = gates[static_cast<size_t>(fact % count)];
  return fact < count ? std::string(name) : fmt::format("{} {}", name, fact / count + 1);
}

// Of a conversation; nobody guesses it.
uint64_t code_of(const scenario::ProbeQuestion& question, int64_t fact) {
  return five_digits(question.asked.facts.session, 100 + static_cast<uint64_t>(fact));
}

std::string plant(const scenario::ProbeQuestion& question, int64_t fact) {
  return fmt::format("Remember: the code of the {} gate is {}.", gate_of(fact), code_of(question, fact));
}

ProbeText turn_of_conversation(const scenario::ProbeQuestion& question, int64_t planted_facts) {
  const int64_t turn = *question.turn;
  ProbeText text;
  if (turn == 0) text.system = fmt::format("You guard a house. {}", plant(question, 0));
  if (question.fact) {
    text.message = fmt::format("What is the code of the {} gate?", gate_of(*question.fact));
    text.right_answer = fmt::format("The code of the {} gate is {}.", gate_of(*question.fact),
                                    code_of(question, *question.fact));
    return text;
  }
  text.message = turn > 0 && turn < planted_facts
                     ? plant(question, turn)
                     : fmt::format("What would you tell visitor {} of today?", turn + 1);
  return text;
}

void read_logprobs(const Json& tokens, SeenAnswer& seen) {
  for (const Json& token : tokens) {
    double listed = 0, entropy = 0, best = -1e9, least = 0;
    for (const Json& one : token.at("top_logprobs")) {
      const double logprob = one.at("logprob").get<double>(), p = std::exp(logprob);
      best = std::max(best, logprob);
      least = std::min(least, logprob);
      listed += p;
      entropy -= p * logprob / std::log(2);
    }
    if (token.at("logprob").get<double>() < best - 1e-9) seen.top_dropped = true;
    if (!seen.entropy) seen.entropy = entropy - std::max(0.0, 1 - listed) * least / std::log(2);
  }
}

}  // namespace probe_prompt_impl

ProbeText probe_text(const scenario::ProbeQuestion& question, int64_t planted_facts) {
  using namespace probe_prompt_impl;
  if (question.turn) return turn_of_conversation(question, planted_facts);
  const uint64_t a = five_digits(question.asked.facts.id, 1), b = five_digits(question.asked.facts.id, 2);
  return {"", fmt::format("What is {} plus {}? Begin with the number.", a, b),
          fmt::format("It is {}.", a + b)};
}

SeenAnswer read_seen_answer(std::string_view body) {
  using namespace probe_prompt_impl;
  SeenAnswer seen;
  try {
    const Json json = Json::parse(body);
    seen.prompt_tokens = json.at("usage").at("prompt_tokens").get<int64_t>();
    const Json& choice = json.at("choices").at(0);
    const Json& content = choice.at("message").at("content");
    if (content.is_string()) seen.content = content.get<std::string>();
    const auto logprobs = choice.find("logprobs");
    if (logprobs != choice.end() && logprobs->is_object()) read_logprobs(logprobs->at("content"), seen);
  } catch (const Json::exception&) {
    return seen;  // an answer that is none shows nothing more
  }
  return seen;
}

}  // namespace foreshock::cli
