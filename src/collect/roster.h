#pragma once
// Which engine stands behind each backend, as far as known. Thread-safe.
#include <map>
#include <mutex>
#include <string>

#include "core/engine_deed.h"

namespace foreshock::collect {

class Roster {
 public:
  EngineIdentity of(const std::string& replica) const {
    const std::lock_guard lock(mutex_);
    const auto known = known_.find(replica);
    return known == known_.end() ? EngineIdentity{} : known->second;
  }
  // What was known before.
  EngineIdentity set(const std::string& replica, EngineIdentity identity) {
    const std::lock_guard lock(mutex_);
    return std::exchange(known_[replica], std::move(identity));
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, EngineIdentity> known_;
};

}  // namespace foreshock::collect
