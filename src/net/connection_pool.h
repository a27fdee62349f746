#pragma once
// Kept connections of an HttpClient, by origin.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "net/client_socket.h"

namespace foreshock::net {

// For one thread.
class ConnectionPool {
 public:
  static constexpr Duration idle_limit = std::chrono::seconds(4);  // many servers close after 5 s

  // CLOCK must outlive the pool.
  ConnectionPool(Executor executor, const Clock& clock, TlsTrust trust)
      : executor_(std::move(executor)), clock_(clock), trust_(std::move(trust)) {}

  const Executor& executor() const { return executor_; }
  Instant now() const { return clock_.now(); }

  // For https, made when it is first asked for. Errors: bad_config.
  Result<const TlsContext*> tls();
  // The youngest kept connection to ORIGIN (a url without path) that is neither too old nor closed; nothing
  // when there is none.
  std::unique_ptr<ClientSocket> take(const std::string& origin);
  void put(const std::string& origin, std::unique_ptr<ClientSocket> socket);
  void clear() { idle_.clear(); }

 private:
  struct Idle {
    std::unique_ptr<ClientSocket> socket;
    Instant since;
  };

  Executor executor_;
  const Clock& clock_;
  const TlsTrust trust_;
  TlsContext tls_;
  std::map<std::string, std::vector<Idle>> idle_;  // the youngest last
};

}  // namespace foreshock::net
