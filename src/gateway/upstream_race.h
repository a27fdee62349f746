#pragma once
// A connection to a backend by whichever of its addresses answers first ("Happy Eyeballs", RFC 8305).
#include <memory>
#include <vector>

#include "gateway/upstream_connection.h"

namespace foreshock::gateway {

// The next address is tried as soon as one fails, and beside those that are under way after 250 ms, as the
// ticks see it.
class UpstreamRace final : public net::Reactor::Source {
 public:
  // Called once, and not at all after close(); it may bury the race, and must not destroy it.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual void on_connected(std::unique_ptr<UpstreamConnection> connection) = 0;
    // No address is left; FAILURE of the last one.
    virtual void on_connect_failed(const ConnectFailure& failure) = 0;
  };

  // All outlive it.
  UpstreamRace(net::Reactor& reactor, Backend& backend, std::span<char> buffer, Owner& owner);
  ~UpstreamRace() override;

  // May end at once.
  void start() { begin_next(); }
  void on_tick(Instant now);
  void close();
  void on_ready(net::Readiness) override {
  }  // has no descriptor; a source only so that the worker can bury it

 private:
  struct Attempt;
  void begin_next();
  void won(std::unique_ptr<UpstreamConnection> connection);
  void lost(const ConnectFailure& failure);

  net::Reactor& reactor_;
  Backend& backend_;
  const std::span<char> buffer_;
  Owner& owner_;
  const std::shared_ptr<const std::vector<net::SocketAddress>> addresses_;
  std::vector<std::unique_ptr<Attempt>> attempts_;  // one an address, so far
  size_t under_way_ = 0;
  Instant next_at_;
  bool over_ = false;
};

}  // namespace foreshock::gateway
