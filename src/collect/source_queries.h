#pragma once
// From the tables of the room engine to PromQL: what a server of metrics is asked for each signal.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "collect/source_options.h"

namespace foreshock::collect {

struct SourceQuery {
  std::string_view signal;
  std::string promql;             // one series a replica and model; of a histogram one a bucket of each
  bool adds_up = false;           // the values of several models of a replica make one
  bool share_of_highest = false;  // value is to be told as share of the highest seen
  bool histogram = false;         // rates of buckets by le
};

struct SourcePlan {
  std::vector<SourceQuery> queries;       // one or two a signal
  std::vector<std::string_view> without;  // signals of the tables of which nothing is there
};

// NAMES: of the metrics that the server has. A counter is found with and without _total. Of several rows of a
// signal an instance has the first that it has; process_… are read of instances of engines only.
SourcePlan plan_queries(const std::set<std::string, std::less<>>& names, const SourceOptions& options);

}  // namespace foreshock::collect
