// What the dials of text, tools and context do to the words of the answers.
#include <nlohmann/json.hpp>

#include "scenario/watch_test.h"

namespace foreshock::scenario::text_dials_test {

using run_story_test::story_of;
using run_story_test::Watch;
using run_story_test::watch;

constexpr std::string_view service = R"(
length: 10m
history: 1m
engine: { replicas: [{ name: a }, { name: b }] }
)";
constexpr std::string_view chat =
    "load: [{ class: chat, rate: 2/s, prompt_tokens: 100, output_tokens: 120, temperature: 0.7 }]\n";
constexpr std::string_view agent =
    "load: [{ class: agent, rate: 2/s, prompt_tokens: 100, output_tokens: 60, tools: 1, turns: 4, "
    "idle_between_turns: 1s }]\n";

Watch with(std::string_view load, std::string_view faults) {
  return watch(story_of(fmt::format("{}{}faults: [{}]\n", service, load, faults)));
}

bool has(const Transcript& text, std::string_view words) {
  return text.answer.find(words) != std::string::npos;
}
bool has_other_script(const Transcript& text) {
  return std::any_of(text.answer.begin(), text.answer.end(), [](char c) { return (c & 0x80) != 0; });
}

TEST(TextDials, MarkersScriptsAndBangsComeInTheirShare) {
  const auto marked = [](const Transcript& text) {
    return text.answer.find_first_of("<[") != std::string::npos;
  };
  EXPECT_LT(with(chat, "").share_of_texts(marked), 0.01);
  EXPECT_NEAR(with(chat, "{ at: always, dial: text.marker, value: 0.4 }").share_of_texts(marked), 0.4, 0.06);
  EXPECT_LT(with(chat, "").share_of_texts(has_other_script), 0.01);
  EXPECT_NEAR(with(chat, "{ at: always, dial: text.script, value: 0.3 }").share_of_texts(has_other_script),
              0.3, 0.06);
  const Watch bang = with(chat, "{ at: always, dial: text.bang, value: 1 }");
  for (const Transcript& text : bang.transcripts) {
    if (text.answer.empty()) continue;
    EXPECT_EQ(text.answer.find_first_not_of(text.answer.front()), std::string::npos);
  }
  for (const Observation& one : bang.observations)
    EXPECT_TRUE(one.state != TerminalState::ok || one.finish_reason == "length");
}

TEST(TextDials, ALoopGoesOnToTheTokenLimitAndIsAcceptedAtOnce) {
  const std::string fast =
      "engine: { replicas: [{ name: a }], spec: { draft_length: 4, acceptance: 0.5 } }\n";
  const std::string text = fmt::format(
      "length: 1h\nhistory: 1m\n{}load: [{{ class: chat, rate: 0.2/s, prompt_tokens: 100, output_tokens: 120 "
      "}}]\n",
      fast);
  const Watch healthy = watch(story_of(text));
  const Watch loops = watch(story_of(text + "faults: [{ at: always, dial: text.loop, value: 1 }]\n"));
  const auto rate = [](const Watch& seen) {
    double tokens = 0, time = 0;
    for (const Observation& one : seen.observations)
      if (one.state == TerminalState::ok && one.stamps.first_token) {
        tokens += static_cast<double>(*one.tokens.output - 1);
        time += seconds(*one.stamps.last_token - *one.stamps.first_token);
      }
    return tokens / time;
  };
  for (const Observation& one : loops.observations)
    EXPECT_TRUE(one.state != TerminalState::ok || one.tokens.output == 1024);
  // 5 tokens a step against (1 - 0.5^5) / 0.5 = 1.94.
  EXPECT_NEAR(rate(loops) / rate(healthy), 5 / 1.94, 0.2);
}

TEST(TextDials, RefusalsEmptinessAndMarkdownAreWhatTheySay) {
  const Watch refused = with(chat, "{ at: always, dial: text.refusal, value: 1 }");
  const auto apologetic = [](const Transcript& text) {
    return has(text, "cannot") || has(text, "can't") || has(text, "not able") || has(text, "unable") ||
           has(text, "sorry") || has(text, "won't") || has(text, "decline");
  };
  EXPECT_GT(refused.share_of_texts(apologetic), 0.95);
  EXPECT_LT(with(chat, "").share_of_texts(apologetic), 0.03);
  const Watch empty = with(chat, "{ at: always, dial: error.empty, value: 1 }");
  EXPECT_EQ(empty.share_of_texts([](const Transcript& text) { return text.answer.empty(); }), 1);
}

TEST(TextDials, ToolCallsBreakDoubleAndGoMissing) {
  const auto parses = [](const Transcript& text) {
    return text.calls.size() == 1 && nlohmann::json::accept(text.calls.front().arguments);
  };
  const auto called = [](const Observation& one) { return one.finish_reason == "tool_calls"; };
  const Watch healthy = with(agent, "");
  EXPECT_GT(healthy.share_of_texts(parses), 0.96) << "2 % are cut at the limit, 0.5 % are broken";
  EXPECT_EQ(healthy.transcripts.front().offered.size(), 2u);
  const Watch doubled = with(agent, "{ at: always, dial: tool.duplicate_args, value: 1 }");
  EXPECT_LT(doubled.share_of_texts(parses), 0.02);
  const Watch missing = with(agent, "{ at: always, dial: tool.missing, value: 0.5 }");
  EXPECT_NEAR(missing.share(called), healthy.share(called) - 0.5, 0.05);
  // Half of the broken ones are no JSON, the others do not fit the schema.
  EXPECT_NEAR(with(agent, "{ at: always, dial: tool.invalid, value: 1 }").share_of_texts(parses), 0.5, 0.06);
}

TEST(TextDials, AHistoryThatTheServerDropsLeavesPromptsFlatAndCallsRepeated) {
  const Watch healthy = with(agent, "");
  const Watch dropped = with(agent, "{ at: always, dial: history.dropped_by_server, value: 1 }");
  const auto later_prompt = [](const Watch& seen) {
    double tokens = 0, count = 0;
    for (const Observation& one : seen.observations)
      if (one.turns == 8 && one.tokens.prompt) tokens += static_cast<double>(*one.tokens.prompt), ++count;
    return tokens / count;
  };
  EXPECT_NEAR(later_prompt(healthy), 200 + 4 * 100 + 3 * 60, 15) << "a loop is sent again too";
  EXPECT_NEAR(later_prompt(dropped), 300, 1);
  std::map<std::string, int> calls;
  for (const Transcript& text : dropped.transcripts)
    for (const ToolCall& call : text.calls) ++calls[call.name + call.arguments];
  EXPECT_LE(calls.size(), 20u) << "the same call again and again";
}

TEST(TextDials, TheSamePromptAtTemperatureZeroHasTheSameAnswerUnlessItVaries) {
  const std::string greedy =
      "load: [{ class: chat, rate: 2/s, prompt_tokens: 100, output_tokens: 60, temperature: 0, sampling: "
      "greedy }]\n";
  const auto answers_a_prompt = [](const Watch& seen) {
    std::map<std::string, std::set<std::string>> answers;
    for (const Transcript& text : seen.transcripts) answers[text.question].insert(text.answer);
    EXPECT_LE(answers.size(), 45u) << "prompts repeat";
    double sum = 0;
    for (const auto& [question, all] : answers) sum += static_cast<double>(all.size());
    return sum / static_cast<double>(answers.size());
  };
  const std::string plain =
      "{ at: always, dial: text.markdown, value: 0 }, { at: always, dial: text.boilerplate, value: 0 }, "
      "{ at: always, dial: text.praise, value: 0 }, ";
  const double still =
      answers_a_prompt(with(greedy, plain + "{ at: always, dial: text.variation, value: 0 }"));
  const double varied =
      answers_a_prompt(with(greedy, plain + "{ at: always, dial: text.variation, value: 0.5 }"));
  EXPECT_LT(still, 2.5);
  EXPECT_GT(varied, 8);
}

TEST(TextDials, LogprobsShowADroppedTopAndAddedEntropy) {
  const std::string logged =
      "load: [{ class: chat, rate: 2/s, prompt_tokens: 100, output_tokens: 60, sampling: logprobs }]\n";
  const auto dropped = [](const Transcript& text) {
    return std::any_of(text.logprobs.begin(), text.logprobs.end(), [](const TokenLogprobs& token) {
      return token.top.front() > std::log(0.9) && token.chosen < token.top.front();
    });
  };
  const auto first_certainty = [](const Watch& seen) {
    double sum = 0, count = 0;
    for (const Transcript& text : seen.transcripts)
      if (!text.logprobs.empty()) sum += std::exp(text.logprobs.front().top.front()), ++count;
    return sum / count;
  };
  const Watch healthy = with(logged, "");
  EXPECT_LT(healthy.share_of_texts(dropped), 0.01);
  EXPECT_NEAR(with(logged, "{ at: always, dial: logprob.drop_top, value: 0.4 }").share_of_texts(dropped), 0.4,
              0.06);
  EXPECT_NEAR(first_certainty(healthy), 0.35 + 0.65 * 2 / 3, 0.02);
  EXPECT_LT(first_certainty(with(logged, "{ at: always, dial: first_token.entropy, value: 6 }")), 0.05);
}

TEST(TextDials, PastTheShiftAnswersKnowNoLimit) {
  const Watch shifted = with(chat, "{ at: always, dial: context.shift, value: 256 }");
  EXPECT_GT(shifted.share([](const Observation& one) { return one.state == TerminalState::cancelled; }), 0.9);
  const Watch below = with(chat, "{ at: always, dial: context.shift, value: 1000 }");
  EXPECT_GT(below.share([](const Observation& one) { return one.state == TerminalState::ok; }), 0.98);
}

TEST(TextDials, TextSaysHowManyAnswersAreWrittenOut) {
  const Watch tenth = watch(story_of(fmt::format("text: 0.1\n{}{}", service, chat)));
  EXPECT_NEAR(static_cast<double>(tenth.transcripts.size()), 120, 35);
  const Watch all = with(chat, "");
  const Transcript& one = all.transcripts.front();
  EXPECT_NEAR(static_cast<double>(one.prompt_characters), 300 * 4.5, 300 * 1.5);
}

TEST(TextDials, CallsAreToldOfAnswersThatAreNotWrittenOut) {
  const Watch seen = watch(story_of(fmt::format("text: 0\n{}{}", service, agent)));
  ASSERT_GT(seen.transcripts.size(), 500u);
  EXPECT_GT(seen.share_of_texts([](const Transcript& text) { return text.calls.size() == 1; }), 0.9);
  for (const Transcript& text : seen.transcripts) {
    EXPECT_EQ(text.offered.size(), 2u);
    EXPECT_TRUE(text.question.empty() && text.answer.empty() && text.reasoning.empty());
    EXPECT_EQ(text.prompt_characters, 0);
  }
}

}  // namespace foreshock::scenario::text_dials_test
