#pragma once
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/ports.h"

namespace foreshock::scenario::weighed_test {

// Every value with its weight: a sketch errs by 1 % itself.
class Weighed final : public ObservationSink {
 public:
  void take(const Observation& one) override {
    ++records;
    requests += one.weight;
    if (one.state != TerminalState::ok) failures += one.weight;
    if (one.stamps.first_token)
      add("ttft", seconds(*one.stamps.first_token - one.stamps.accepted), one.weight);
    const auto& [first, last] = std::pair(one.stamps.first_token, one.stamps.last_token);
    if (first && last && one.token_events > 1)
      add("inter_token", seconds(*last - *first) / static_cast<double>(one.token_events - 1), one.weight);
    if (one.state == TerminalState::ok) add("e2e", seconds(one.stamps.end - one.stamps.accepted), one.weight);
    if (one.tokens.prompt) add("prompt_tokens", static_cast<double>(*one.tokens.prompt), one.weight);
  }
  double quantile(const std::string& name, double q) {
    auto& values = values_[name];
    std::sort(values.begin(), values.end());
    double sum = 0;
    for (const auto& [value, weight] : values) sum += weight;
    double below = 0;
    for (const auto& [value, weight] : values)
      if ((below += weight) >= q * sum) return value;
    return 0;
  }

  int64_t records = 0;
  double requests = 0, failures = 0;

 private:
  void add(const std::string& name, double value, double weight) {
    values_[name].emplace_back(value, weight);
  }
  std::map<std::string, std::vector<std::pair<double, double>>> values_;
};

}  // namespace foreshock::scenario::weighed_test
