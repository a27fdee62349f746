#pragma once
// How often somebody may try tokens that are wrong.
#include <map>
#include <string>
#include <string_view>

#include "core/instant.h"

namespace foreshock::console {

// For one thread.
class AttemptLimit {
 public:
  static constexpr int most = 10;  // wrong ones of one address in a window
  static constexpr Duration window = std::chrono::minutes(1);
  static constexpr size_t most_addresses = 4096;  // beyond it all of them share the last one's count

  // Zero: PEER may try; else how long until it may.
  Duration wait(std::string_view peer, Instant now) const;
  void failed(std::string_view peer, Instant now);

 private:
  struct Count {
    int failures = 0;
    Instant since;
  };
  std::string_view place_of(std::string_view peer) const;
  std::map<std::string, Count, std::less<>> counts_;
};

}  // namespace foreshock::console
