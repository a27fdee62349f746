#pragma once
// From a page of metrics to values of signals.
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/instant.h"

namespace foreshock::collect {

struct Reading {
  std::string_view signal;
  double value = 0;
};

// Of one backend. Rates are those between two pages.
class Readings {
 public:
  // PAGE: in the text format of Prometheus, as of AT.
  std::vector<Reading> read(std::string_view page, Instant at);
  // The next page begins anew: the process may be another.
  void forget() { last_.clear(); }

 private:
  // What METRIC, a counter, grew by since the last page; nothing at first. One that went back began anew at
  // 0.
  std::optional<double> growth(std::string_view metric, double value);
  void add_speculation(const std::map<std::string_view, double>& growths, double time,
                       std::vector<Reading>& out) const;

  std::map<std::string, double, std::less<>> last_;
  Instant last_at_;
  double highest_clock_ = 0;
};

}  // namespace foreshock::collect
