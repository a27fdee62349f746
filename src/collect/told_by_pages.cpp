#include "collect/told_by_pages.h"

#include <algorithm>
#include <array>

namespace foreshock::collect {
namespace told_by_pages_impl {

// That a reading of this machine would tell too.
constexpr std::array<std::string_view, 8> signals = {"gpu_util", "gpu_clock", "gpu_memory", "dram_active",
                                                     "cpu",      "rss",       "fds",        "uptime"};

}  // namespace told_by_pages_impl

void ToldByPages::take(std::span<const Sample> samples) {
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, at, value, weight] : samples) {
      const auto& known = told_by_pages_impl::signals;
      if (key.stratum.dimension == "replica" &&
          std::find(known.begin(), known.end(), key.signal) != known.end())
        last_[key.stratum.value][key.signal] = at;
    }
  }
  next_.take(samples);
}

bool ToldByPages::tells(std::string_view signal, const std::string& replica, Instant now) const {
  if (now < begin_ + fresh_) return true;
  const std::lock_guard lock(mutex_);
  const auto of_replica = last_.find(replica);
  if (of_replica == last_.end()) return false;
  const auto last = of_replica->second.find(signal);
  return last != of_replica->second.end() && now - last->second < fresh_;
}

}  // namespace foreshock::collect
