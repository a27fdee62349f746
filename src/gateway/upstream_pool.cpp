#include "gateway/upstream_pool.h"

#include <algorithm>

namespace foreshock::gateway {

bool UpstreamPool::usable(const UpstreamConnection& connection, Instant now) const {
  return !connection.closed() && now - connection.idle_since < idle_limit_;
}

std::unique_ptr<UpstreamConnection> UpstreamPool::take(const Backend& backend, Instant now) {
  const auto found = std::find_if(idle_.rbegin(), idle_.rend(), [&](const auto& connection) {
    return &connection->backend() == &backend && usable(*connection, now);
  });
  if (found == idle_.rend()) return nullptr;
  std::unique_ptr<UpstreamConnection> connection = std::move(*found);
  idle_.erase(std::next(found).base());
  connection->reused = true;
  return connection;
}

void UpstreamPool::put(std::unique_ptr<UpstreamConnection> connection, Instant now) {
  connection->set_owner(nullptr);
  connection->resume();
  connection->idle_since = now;
  idle_.push_back(std::move(connection));
}

void UpstreamPool::prune(Instant now) {
  std::erase_if(idle_, [&](const auto& connection) { return !usable(*connection, now); });
}

}  // namespace foreshock::gateway
