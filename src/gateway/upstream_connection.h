#pragma once
// A connection to a backend, at work for one exchange or idle in the pool.
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "gateway/backend.h"
#include "net/reactor.h"
#include "net/transport.h"

namespace foreshock::gateway {

// Why a backend cannot be reached: an errno, and the same or more as text.
struct ConnectFailure {
  explicit ConnectFailure(int errno_value);
  ConnectFailure(int errno_value, std::string text) : error(errno_value), why(std::move(text)) {}

  int error;
  std::string why;
};

// Through TLS where the backend is one of https: connected is what has shaken hands.
class UpstreamConnection final : public net::Reactor::Source {
 public:
  // Whose bytes they are. Any of these calls may take the connection away from its owner.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual void on_upstream_bytes(std::string_view bytes) = 0;
    // RESET: not by an orderly end, whatever the framing of the answer allows; through TLS that is one
    // without close_notify too.
    virtual void on_upstream_closed(bool reset) = 0;
  };

  // Who wants it, until it is open; likewise.
  class Seeker {
   public:
    virtual ~Seeker() = default;
    virtual void on_connected() = 0;
    virtual void on_connect_failed(const ConnectFailure& failure) = 0;
  };

  // Starts to connect; SEEKER hears how it went, unless closed() at once: then errno tells why. BUFFER is
  // the worker's: bytes are handed on before the next read.
  UpstreamConnection(net::Reactor& reactor, Backend& backend, const net::SocketAddress& address,
                     std::span<char> buffer, Seeker& seeker);
  ~UpstreamConnection() override;

  // nullptr: idle; what comes then ends the connection.
  void set_owner(Owner* owner) { owner_ = owner; }
  // A whole request, without BODY one of a head; the one before has been sent.
  void send(std::string head, std::shared_ptr<const std::string> body = nullptr);
  void pause();
  void resume();
  void close();

  Backend& backend() const { return backend_; }
  bool closed() const { return !transport_.is_open(); }
  bool all_sent() const { return transport_.backlog() == 0; }
  // It has carried an exchange before this one.
  bool reused = false;
  Instant idle_since;

  void on_ready(net::Readiness readiness) override;

 private:
  enum class Stage : uint8_t { connecting, shaking_hands, open };

  void go_on_connecting();
  void shake_hands();
  void fail(const ConnectFailure& failure);
  void receive();
  void update_interest();

  net::Reactor& reactor_;
  Backend& backend_;
  std::span<char> buffer_;
  net::Transport transport_;
  Seeker* seeker_;
  Owner* owner_ = nullptr;
  Stage stage_ = Stage::connecting;
  bool paused_ = false;
  net::Interest interest_;
};

}  // namespace foreshock::gateway
