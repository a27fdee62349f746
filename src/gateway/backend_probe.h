#pragma once
// Looks once whether a backend is there, and how it is.
#include <memory>

#include "gateway/upstream_race.h"

namespace foreshock::gateway {

// Connects, asks for the path of the backend's health check where there is one, notes the outcome with the
// backend, and closes.
class BackendProbe final : private UpstreamRace::Owner, private UpstreamConnection::Owner {
 public:
  // OPTIONS and what else it is given outlive it.
  BackendProbe(net::Reactor& reactor, Backend& backend, std::span<char> buffer,
               const mitigate::HealthOptions& options);
  // That is late.
  void on_tick(Instant now);
  bool done() const { return done_; }
  const Backend& backend() const { return backend_; }

 private:
  void on_connected(std::unique_ptr<UpstreamConnection> connection) override;
  void on_connect_failed(const ConnectFailure& failure) override;
  void on_upstream_bytes(std::string_view bytes) override;
  void on_upstream_closed(bool reset) override;
  void lose(const ConnectFailure& failure);
  void end(bool passed, std::string_view what);
  bool is_wanted(int status) const;

  net::Reactor& reactor_;
  Backend& backend_;
  const mitigate::HealthOptions& options_;
  const Instant deadline_;
  UpstreamRace race_;
  std::unique_ptr<UpstreamConnection> connection_;
  std::string answer_;  // so far
  bool done_ = false;
};

}  // namespace foreshock::gateway
