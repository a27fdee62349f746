#pragma once
// From a page of metrics to values of signals, as the tables of the room engine say.
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "collect/metrics_page.h"
#include "core/instant.h"

namespace foreshock::collect {

struct Reading {
  std::string_view signal;
  double value = 0;
};

// Of one backend. Growths are those between two pages.
class Readings {
 public:
  // PAGE: in the text format of Prometheus, as of AT. Each signal once at most.
  std::vector<Reading> read(std::string_view page, Instant at);
  // The next page begins anew: the process may be another.
  void forget() { last_ = {}; }

 private:
  using Counters = std::map<engine::Source, double>;
  // What grows, as it stands on a page. One that went back tells that all began anew at 0.
  struct Standing {
    Counters counters;
    Instant at;
    double elapsed = 0;  // s, since the page before
    bool began_anew = false;
  };
  using Rows = std::vector<const engine::MetricRow*>;
  Standing standing_of(const Rows& rows, const MetricsPage& page, Instant at) const;
  std::optional<double> growth(const engine::Source& source, const Standing& now) const;
  std::optional<double> quotient_of_growths(const engine::MetricRow& row, const Standing& now) const;
  std::optional<double> value_of(const engine::MetricRow& row, const MetricsPage& page, const Standing& now);

  Counters last_;
  Instant last_at_;
  Counters highest_;
};

}  // namespace foreshock::collect
