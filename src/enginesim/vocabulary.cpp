#include "enginesim/vocabulary.h"

#include <array>

namespace foreshock::enginesim {
namespace vocabulary_impl {

using Words = std::string_view;

constexpr auto english_subjects = std::to_array<Words>(
    {"the scheduler", "a running request", "the cache", "each answer", "a long prompt", "this approach",
     "the first result", "the network", "our measurement", "a careful reader", "the old version",
     "every service", "the team", "a small change", "the second replica", "the report", "it", "that"});
constexpr auto english_verbs = std::to_array<Words>(
    {"shares", "keeps", "returns", "improves", "explains", "follows", "needs", "reduces", "prepares",
     "checks", "compares", "replaces", "depends on", "waits for", "takes care of", "makes room for"});
constexpr auto english_objects = std::to_array<Words>(
    {"the blocks", "the same memory", "a better plan", "the next step", "its own history", "the whole batch",
     "a simple example", "the final answer", "most of the time", "an open question", "the details",
     "a shorter path", "the expected value", "two more copies", "the slow part", "a clear reason"});
constexpr auto english_places = std::to_array<Words>(
    {"in the same step", "under heavy load", "after a short wait", "for most users", "without extra cost",
     "before the next batch", "at the end of the day", "in a quiet hour", "on every machine",
     "with a little luck", "as the table shows", "in practice"});
constexpr auto english_connectors = std::to_array<Words>({"and", "but", "because", "while", "so", "when"});
constexpr auto english_fillers = std::to_array<Words>({"too", "now", "here", "again", "often", "soon"});

constexpr auto chinese_subjects = std::to_array<Words>(
    {"调度器", "这个请求", "缓存", "每个回答", "较长的提示", "这种方法", "第一个结果", "网络", "我们的测量",
     "细心的读者", "旧版本", "所有服务", "团队", "小小的改动", "另一个副本", "这份报告", "它"});
constexpr auto chinese_verbs = std::to_array<Words>({"共享", "保留", "返回", "改进", "解释", "遵循", "需要",
                                                     "减少", "准备", "检查", "比较", "替换", "依赖", "等待"});
constexpr auto chinese_objects =
    std::to_array<Words>({"这些数据块", "同一块内存", "更好的方案", "下一个步骤", "自己的历史", "整个批次",
                          "简单的例子", "最终答案", "大部分时间", "未解决的问题", "细节", "更短的路径",
                          "预期的数值", "两个副本", "较慢的部分", "明确的理由"});
constexpr auto chinese_places =
    std::to_array<Words>({"，就在同一步里", "，即使负载很高", "，只需稍等片刻", "，对多数用户如此",
                          "，没有额外成本", "，在下一批之前", "，正如表中所示", "，在实践中也一样"});
constexpr auto chinese_connectors = std::to_array<Words>({"，并且", "，但是", "，因为", "，所以", "，同时"});
constexpr auto chinese_fillers = std::to_array<Words>({"呢", "吧", "了", "啊"});

constexpr Vocabulary english = {english_subjects,
                                english_verbs,
                                english_objects,
                                english_places,
                                english_connectors,
                                english_fillers,
                                " ",
                                "."};
constexpr Vocabulary chinese = {chinese_subjects,
                                chinese_verbs,
                                chinese_objects,
                                chinese_places,
                                chinese_connectors,
                                chinese_fillers,
                                "",
                                "。"};

constexpr auto cities = std::to_array<Words>(
    {"Paris", "London", "Berlin", "Tokyo", "Beijing", "Shanghai", "New York", "Madrid", "Oslo", "Cairo"});

}  // namespace vocabulary_impl

const Vocabulary& vocabulary(Language language) {
  return language == Language::chinese ? vocabulary_impl::chinese : vocabulary_impl::english;
}

std::span<const std::string_view> city_names() {
  return vocabulary_impl::cities;
}

}  // namespace foreshock::enginesim
