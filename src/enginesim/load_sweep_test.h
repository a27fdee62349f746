#pragma once
// The measured sweep traces/vllm-load-sweep of the corpus (liao4s/BurstGPT_test, MIT): one vLLM server, the
// same 500 prompts, arrivals sped up 100 to 1,000 times; a row a request, and the server's log twice a
// second.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "testkit/corpus.h"

namespace foreshock::enginesim::load_sweep_test {

// A file of numbers, by the names of its columns.
using Columns = std::map<std::string, std::vector<double>>;

inline Columns read_columns(int scale, std::string_view what) {
  std::ifstream file(testkit::corpus_folder() /
                     fmt::format("traces/vllm-load-sweep/scale{:04}-{}.csv", scale, what));
  std::string line, cell;
  std::vector<std::string> names;
  std::getline(file, line);
  for (std::istringstream cells(line); std::getline(cells, cell, ',');) names.push_back(cell);
  Columns columns;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    for (const std::string& name : names) {
      std::getline(cells, cell, ',');
      columns[name].push_back(std::stod(cell));
    }
  }
  return columns;
}

// One request as it was served; times in s on any clock.
struct Service {
  size_t event;
  int64_t prompt_tokens;
  double arrived, first_token, ended;
};

// In the order of arrival. record_time is when the answer was complete: less the whole time, it is in the
// order of event_id, and the spans of the five scales are as 1/100 : 1/300 : … to four digits. in_len counts
// with another tokenizer: the log's prompt throughput adds up to 0.799 of it, and the longest prompt (1,015),
// when alone, holds 52 blocks.
inline std::vector<Service> read_services(int scale) {
  const Columns columns = read_columns(scale, "requests");
  std::vector<Service> out;
  for (size_t i = 0; i < columns.at("event_id").size(); ++i) {
    const double ended = columns.at("record_time")[i];
    const double arrived = ended - columns.at("total_chunk_time")[i];
    out.push_back({static_cast<size_t>(columns.at("event_id")[i]),
                   std::max<int64_t>(1, std::llround(0.8 * columns.at("in_len")[i])), arrived,
                   arrived + columns.at("first_chunk_time")[i], ended});
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.arrived < b.arrived; });
  return out;
}

// Answer tokens by event. The files have only the characters of prompt and answer together, in languages of
// very different characters a token. But every answer under way grows by one token a step: between two lines
// of the log each gets its part, by time, of the tokens that were generated. (Three in five come to 1,024
// within 1 %: the client's max_tokens.)
inline std::vector<int64_t> answer_tokens(const std::vector<Service>& services, const Columns& log) {
  const std::vector<double>& times = log.at("timestamp");
  std::vector<double> tokens(services.size(), 1);
  for (size_t i = 1; i < times.size(); ++i) {
    const auto part = [&](const Service& one) {
      return std::max(0.0, std::min(times[i], one.ended) - std::max(times[i - 1], one.first_token));
    };
    double all = 0;
    for (const Service& one : services) all += part(one);
    if (all < 0.01) continue;
    const double generated = log.at("generation_throughput")[i] * (times[i] - times[i - 1]);
    for (const Service& one : services) tokens.at(one.event) += generated * part(one) / all;
  }
  std::vector<int64_t> out;
  for (const double one : tokens) out.push_back(std::llround(one));
  return out;
}

// Linear between the values.
inline double percentile(std::vector<double> values, double percent) {
  std::sort(values.begin(), values.end());
  const double at = static_cast<double>(values.size() - 1) * percent / 100;
  const auto below = static_cast<size_t>(at);
  const double above = values[std::min(below + 1, values.size() - 1)];
  return values[below] + (at - static_cast<double>(below)) * (above - values[below]);
}

}  // namespace foreshock::enginesim::load_sweep_test
