#pragma once
// A connection to a backend, at work for one exchange or idle in the pool.
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/file_descriptor.h"
#include "gateway/backend.h"
#include "net/reactor.h"

namespace foreshock::gateway {

class UpstreamConnection final : public net::Reactor::Source {
 public:
  // Whose bytes they are. Any of these calls may take the connection away from its owner.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual void on_connected() = 0;
    virtual void on_connect_failed(int error) = 0;
    virtual void on_upstream_bytes(std::string_view bytes) = 0;
    // RESET: not by an orderly end, whatever the framing of the answer allows.
    virtual void on_upstream_closed(bool reset) = 0;
  };

  // Starts to connect; the owner hears how it went, unless closed() at once: then errno tells why. BUFFER is
  // the worker's: bytes are handed on before the next read.
  UpstreamConnection(net::Reactor& reactor, Backend& backend, const net::SocketAddress& address,
                     std::span<char> buffer);
  ~UpstreamConnection() override;

  // nullptr: idle; what comes then ends the connection.
  void set_owner(Owner* owner) { owner_ = owner; }
  void send(std::string bytes);
  void pause();
  void resume();
  void close();

  Backend& backend() const { return backend_; }
  bool closed() const { return !socket_; }
  bool all_sent() const { return sent_ == out_.size(); }
  // It has carried an exchange before this one.
  bool reused = false;
  Instant idle_since;

  void on_ready(net::Readiness readiness) override;

 private:
  void finish_connecting();
  void flush();
  void receive();
  void update_interest();

  net::Reactor& reactor_;
  Backend& backend_;
  std::span<char> buffer_;
  FileDescriptor socket_;
  Owner* owner_ = nullptr;
  std::string out_;
  size_t sent_ = 0;
  bool connecting_ = true;
  bool paused_ = false;
  net::Interest interest_;
};

}  // namespace foreshock::gateway
