#include "bench/prompts.h"

#include <array>
#include <span>
#include <string_view>

namespace foreshock::bench {
namespace prompts_impl {

constexpr std::array<std::string_view, 48> english = {
    "river",  "engine", "letter", "winter", "market", "signal", "garden", "window", "travel", "answer",
    "bridge", "copper", "doctor", "effort", "forest", "growth", "harbor", "island", "jacket", "kernel",
    "ladder", "memory", "needle", "orange", "planet", "quartz", "record", "shadow", "ticket", "update",
    "valley", "wonder", "yellow", "zephyr", "anchor", "basket", "candle", "dragon", "editor", "farmer",
    "guitar", "hammer", "insect", "jungle", "knight", "lesson", "mirror", "number"};
constexpr std::array<std::string_view, 32> chinese = {
    "河流", "引擎", "信件", "冬天", "市场", "信号", "花园", "窗户", "旅行", "回答", "桥梁",
    "医生", "努力", "森林", "成长", "港口", "岛屿", "内核", "梯子", "记忆", "行星", "记录",
    "影子", "车票", "更新", "山谷", "奇迹", "编辑", "农民", "吉他", "课程", "数字"};

std::string joined(std::span<const std::string_view> words, std::string_view between, int64_t count,
                   std::mt19937_64& random) {
  std::string text;
  for (int64_t i = 0; i < count; ++i) {
    if (i > 0) text += between;
    text += words[random() % words.size()];
  }
  return text;
}

struct Kind {
  unsigned share;  // of 100
  bool in_chinese;
  int64_t words;
  int64_t max_tokens;
  int turns;
  bool tools;
  std::string_view task;
};
constexpr std::string_view tell = "Tell a short story in which these words occur: ";
constexpr std::string_view explain = "Explain in great detail how these belong together, step by step: ";
constexpr std::string_view weather = "What is the weather like where these come from? ";
constexpr std::string_view tell_chinese = "请用下面的词语写一个小故事：";
constexpr std::array kinds = {
    Kind{25, false, 12, 64, 1, false, tell},        Kind{20, false, 120, 128, 1, false, tell},
    Kind{8, false, 1200, 96, 1, false, tell},       Kind{12, false, 40, 400, 1, false, explain},
    Kind{10, false, 30, 96, 1, true, weather},      Kind{10, false, 60, 96, 3, false, tell},
    Kind{10, true, 20, 96, 1, false, tell_chinese}, Kind{5, true, 400, 160, 1, false, tell_chinese},
};
constexpr unsigned total_share = [] {
  unsigned sum = 0;
  for (const Kind& kind : kinds) sum += kind.share;
  return sum;
}();
static_assert(total_share == 100);

const Kind& pick(std::mt19937_64& random) {
  auto ticket = static_cast<unsigned>(random() % total_share);
  for (const Kind& kind : kinds) {
    if (ticket < kind.share) return kind;
    ticket -= kind.share;
  }
  return kinds.front();
}

}  // namespace prompts_impl

ChatPrompt UniformPrompts::next() {
  ChatPrompt prompt;
  prompt.max_tokens = max_tokens_;
  std::string words = prompts_impl::joined(prompts_impl::english, " ", words_, random_);
  prompt.messages = {
      {"user", std::move(words) + ".\nTell a story of at least 2000 words in which these words occur."}};
  return prompt;
}

ChatPrompt MixedPrompts::next() {
  using namespace prompts_impl;
  const Kind& kind = pick(random_);
  const auto words = [&] {
    return kind.in_chinese ? joined(chinese, "、", kind.words, random_)
                           : joined(english, " ", kind.words, random_);
  };
  ChatPrompt prompt;
  prompt.max_tokens = kind.max_tokens;
  prompt.tools = kind.tools;
  prompt.messages.push_back({"system", "You are a helpful assistant."});
  for (int turn = 1; turn < kind.turns; ++turn)
    prompt.messages.push_back(turn % 2 == 1 ? ChatMessage{"user", std::string(kind.task) + words()}
                                            : ChatMessage{"assistant", "Once upon a time: " + words()});
  prompt.messages.push_back({"user", std::string(kind.task) + words()});
  return prompt;
}

}  // namespace foreshock::bench
