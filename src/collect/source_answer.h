#pragma once
// From what a server of metrics answered to values of series.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "collect/source_queries.h"
#include "core/instant.h"
#include "core/series.h"
#include "wire/prometheus_api.h"

namespace foreshock::collect {

struct SourceValue {
  Instant at;
  double value = 0;
  double weight = 1;
};

// Values that belong to the series of SIGNAL in each of STRATA: the total, a replica, a model.
struct SourceRows {
  std::string_view signal;
  std::vector<Stratum> strata;
  std::vector<SourceValue> values;  // by time
};

// Of one query, answer by answer in the order of time.
class SourceAnswers {
 public:
  SourceAnswers(const SourceQuery& query, const SourceOptions& options)
      : query_(query), replica_label_(options.replica_label), model_label_(options.model_label) {}

  // STEP: the time from one point to the next, which a point of a histogram speaks for. What is no number is
  // left out. Each bucket of a histogram becomes up to eight values, spread evenly from its lower to its
  // upper bound, as histogram_quantile takes them to be; those above the highest bound lie on it.
  std::vector<SourceRows> read(const wire::QueriedSamples& samples, Duration step);

 private:
  struct Group;
  std::vector<SourceRows> rows_of(std::vector<Group> groups) const;
  std::vector<SourceValue> values_of(const wire::QueriedSeries& series);
  std::vector<Stratum> strata_of(const Group& group, bool with_replica) const;

  SourceQuery query_;
  std::string replica_label_, model_label_;
  std::map<std::string, double> highest_;  // by replica
};

}  // namespace foreshock::collect
