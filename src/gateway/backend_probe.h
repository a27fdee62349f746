#pragma once
// Looks whether a backend takes connections.
#include <memory>

#include "gateway/upstream_connection.h"

namespace foreshock::gateway {

// Connects once, notes the outcome with the backend, and closes. Tries the first address only: that is enough
// to know that it is back.
class BackendProbe final : private UpstreamConnection::Owner {
 public:
  BackendProbe(net::Reactor& reactor, Backend& backend, std::span<char> buffer);
  bool done() const { return connection_.closed(); }

 private:
  void on_connected() override;
  void on_connect_failed(int error) override;
  void on_upstream_bytes(std::string_view) override {}
  void on_upstream_closed(bool) override {}

  net::Reactor& reactor_;
  Backend& backend_;
  UpstreamConnection connection_;
};

}  // namespace foreshock::gateway
