#pragma once
// A client that speaks HTTP/1: its requests one after the other, and their answers.
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gateway/client_connection.h"
#include "gateway/client_stream.h"
#include "gateway/incoming_request.h"
#include "gateway/own_answer.h"
#include "wire/http_body.h"

namespace foreshock::gateway {

class Exchange;

class Http1Connection final : public ClientConnection, private ClientStream {
 public:
  Http1Connection(Worker& worker, net::Transport transport);
  ~Http1Connection() override;

  void on_tick(Instant now) override;
  void on_drain(bool idle_stays) override;
  void on_stop() override;
  void on_bytes(std::string_view bytes) override;

 private:
  enum class State : uint8_t { head, body, answer };

  // For the exchange under way.
  bool takes_chunks() const override { return takes_chunks_; }
  void send_head(const wire::ResponseHead& head, std::string_view first_bytes) override;
  void send(std::string_view bytes) override { ClientConnection::send(bytes); }
  size_t backlog() const override { return kept(); }
  void end_answer(bool keep_alive) override;
  void end_broken_answer(bool keep_alive) override { end_answer(keep_alive); }
  void abort() override;

  void on_took() override;
  void on_closed() override;
  bool wants_bytes() const override;
  void on_plain_client() override;

  void read_requests();
  bool read_head();
  // The first bytes of a client are a preface of HTTP/2, or may become one.
  bool may_be_http2() const;
  void speak_http2();
  bool read_body();
  Result<void> begin_request(size_t head_size);
  void begin_exchange();
  // Our own answer to a request that has not become an exchange; the connection ends.
  void refuse(const Error& error);
  void answer(OwnAnswer answer, bool keep_alive);

  State state_ = State::head;
  std::string in_;
  bool close_after_answer_ = false;
  bool head_sent_ = false;  // of the answer under way
  bool takes_chunks_ = true;
  bool first_ = true;     // nothing has been asked yet
  bool reading_ = false;  // read_requests is on the stack
  Instant accepted_;
  std::optional<wire::BodyReader> body_reader_;
  IncomingRequest request_;
  std::unique_ptr<Exchange> exchange_;
};

}  // namespace foreshock::gateway
