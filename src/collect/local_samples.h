#pragma once
// Samples of what is read on this machine of the replicas that run on it.
#include <functional>
#include <string>
#include <vector>

#include "collect/told_by_pages.h"

namespace foreshock::collect {

class LocalSamples {
 public:
  // The version that a replica answers with, as far as known. Thread-safe.
  using VersionOf = std::function<std::string(const std::string& replica)>;

  // TOLD outlives it.
  LocalSamples(const ToldByPages& told, VersionOf version_of)
      : told_(told), version_of_(std::move(version_of)) {}

  // Ends with those of one round, taken at NOW.
  void begin(Instant now);
  std::vector<Sample> end() { return std::move(samples_); }

  void add(std::string_view signal, const Stratum& stratum, double value);
  // To the total, and the strata of replica and version, as pages are; nothing where the page of REPLICA
  // tells it.
  void add_of_replica(std::string_view signal, const std::string& replica, double value);
  // To the stratum of the replica alone.
  void add_beside_total(std::string_view signal, const std::string& replica, double value) {
    add(signal, {"replica", replica}, value);
  }

 private:
  const ToldByPages& told_;
  const VersionOf version_of_;
  Instant now_;
  std::vector<Sample> samples_;
};

}  // namespace foreshock::collect
