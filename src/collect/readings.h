#pragma once
// From a page of metrics to values of signals, as the tables of the room engine say.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/metrics_page.h"
#include "core/instant.h"

namespace foreshock::collect {

struct Reading {
  std::string_view signal;
  double value = 0;
  std::string layer{};  // of the model; empty: all of it
};

// Of one backend. Growths are those between two pages.
class Readings {
 public:
  // ONLY: the signals to read; empty: all. Few are read at a tenth of the cost.
  explicit Readings(std::vector<std::string_view> only = {}) : only_(std::move(only)) {}

  // PAGE: in the text format of Prometheus, as of AT. Each signal once at most; then, where only some are
  // read and its samples have a label `layer`, by layer.
  std::vector<Reading> read(std::string_view page, Instant at);
  // The next page begins anew: the process may be another.
  void forget();

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

  MetricsPage open(std::string_view text);

  const std::vector<std::string_view> only_;
  Rows rows_;  // of the page before, where only some signals are read
  Counters last_;
  Instant last_at_;
  Counters highest_;
};

}  // namespace foreshock::collect
