#pragma once
// A client's connection, whatever it speaks: its bytes in and out, its deadline and its end.
#include <string_view>

#include "gateway/worker.h"
#include "net/transport.h"

namespace foreshock::gateway {

// Bytes that came go to on_bytes(); a connection that is over is buried with its worker.
class ClientConnection : public net::Reactor::Source {
 public:
  ClientConnection(Worker& worker, net::Transport transport);

  // At once, without a word to the client.
  void close();
  virtual void on_tick(Instant now);
  // The worker drains: it closes after the next answer, and where it is idle at once, unless IDLE_STAYS.
  virtual void on_drain(bool idle_stays) = 0;
  // Its answers are cut off, and say so.
  virtual void on_stop() = 0;
  void on_ready(net::Readiness readiness) final;
  void on_turn_end() final;
  virtual void on_bytes(std::string_view bytes) = 0;

 protected:
  // The client took some of what was kept for it.
  virtual void on_took() = 0;
  // The connection is closed, for whatever reason.
  virtual void on_closed() = 0;
  // Whether there is room for more bytes.
  virtual bool wants_bytes() const = 0;
  // A client on the TLS port speaks plain HTTP.
  virtual void on_plain_client() = 0;

  bool closed() const { return !transport_.is_open(); }
  bool leaving() const { return leaving_; }
  // At the end of the reactor's turn: one call for all that it brought, and the readers of several are woken
  // together (docs/benchmarks.md).
  void send(std::string_view bytes);
  size_t kept() const { return transport_.backlog(); }
  // As long as nothing happens, timeouts.client from now.
  void extend_deadline();
  bool overdue(Instant now) const { return now >= deadline_; }
  // Whether the client took some of what is kept for it since the last call: it may take long until the
  // socket has room again.
  bool took_some();
  void update_interest();
  // Sends what is left, ends our side, and waits a moment for the client's end.
  void say_farewell();
  // close(), and to be destroyed.
  void leave();
  // For another object that goes on with it; this one is over.
  net::Transport hand_over();

  Worker& worker_;

 private:
  void shake_hands();
  void receive();
  void flush();
  void end_sending();
  void drain_farewell();

  net::Transport transport_;
  net::Interest interest_;
  Instant deadline_;
  int64_t taken_ = 0;  // bytes, when it was last asked
  bool shaking_hands_ = false;
  bool leaving_ = false;
  bool sending_ = false;  // at the end of this turn
};

}  // namespace foreshock::gateway
