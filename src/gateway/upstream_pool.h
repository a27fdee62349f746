#pragma once
// Idle connections of one worker to its backends, newest first out.
#include <memory>
#include <vector>

#include "gateway/upstream_connection.h"

namespace foreshock::gateway {

class UpstreamPool {
 public:
  explicit UpstreamPool(Duration idle_limit) : idle_limit_(idle_limit) {}

  // An idle connection that is still open and not too old, marked as reused, or nullptr.
  std::unique_ptr<UpstreamConnection> take(const Backend& backend, Instant now);
  void put(std::unique_ptr<UpstreamConnection> connection, Instant now);
  // Closes those that are too old.
  void prune(Instant now);

 private:
  bool usable(const UpstreamConnection& connection, Instant now) const;

  Duration idle_limit_;
  std::vector<std::unique_ptr<UpstreamConnection>> idle_;
};

}  // namespace foreshock::gateway
