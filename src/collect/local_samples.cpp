#include "collect/local_samples.h"

namespace foreshock::collect {

void LocalSamples::begin(Instant now) {
  now_ = now;
  samples_.clear();
}

void LocalSamples::add(std::string_view signal, const Stratum& stratum, double value) {
  samples_.push_back({{std::string(signal), stratum}, now_, value, 1});
}

void LocalSamples::add_of_replica(std::string_view signal, const std::string& replica, double value) {
  if (told_.tells(signal, replica, now_)) return;
  add(signal, {}, value);
  add(signal, {"replica", replica}, value);
  if (std::string version = version_of_(replica); !version.empty())
    add(signal, {"version", std::move(version)}, value);
}

}  // namespace foreshock::collect
