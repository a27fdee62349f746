#include "net/connection_pool.h"

#include <algorithm>

namespace foreshock::net {

Result<const TlsContext*> ConnectionPool::tls() {
  if (!tls_) {
    FORESHOCK_TRY(tls_, TlsContext::for_client(trust_));
  }
  return &tls_;
}

std::unique_ptr<ClientSocket> ConnectionPool::take(const std::string& origin) {
  std::vector<Idle>& connections = idle_[origin];
  const Instant oldest = now() - idle_limit;
  std::erase_if(connections,
                [&](const Idle& each) { return each.since <= oldest || !each.socket->still_idle(); });
  if (connections.empty()) return nullptr;
  auto socket = std::move(connections.back().socket);
  connections.pop_back();
  return socket;
}

void ConnectionPool::put(const std::string& origin, std::unique_ptr<ClientSocket> socket) {
  idle_[origin].push_back(Idle{std::move(socket), now()});
}

}  // namespace foreshock::net
