#pragma once
// A client's connection: reads requests one after the other, and writes their answers.
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/file_descriptor.h"
#include "gateway/own_endpoints.h"
#include "gateway/worker.h"
#include "wire/http_body.h"
#include "wire/http_head.h"

namespace foreshock::gateway {

class Exchange;

class ClientConnection final : public net::Reactor::Source {
 public:
  ClientConnection(Worker& worker, FileDescriptor socket);
  ~ClientConnection() override;

  // For the exchange under way. Sends at once what the socket takes and keeps the rest.
  void send(std::string_view bytes);
  // Bytes that the client has not taken yet.
  size_t backlog() const { return out_.size() - sent_; }
  // The answer is complete; without KEEP_ALIVE the connection closes once it is sent.
  void end_answer(bool keep_alive);
  // The answer cannot be completed: the client must see that.
  void abort();
  // Our own answer to a request that has not become an exchange.
  void refuse(const Error& error);

  void close();
  void on_tick(Instant now);
  void on_drain();
  void on_ready(net::Readiness readiness) override;

 private:
  enum class State : uint8_t { head, body, answer, farewell, closed };

  void receive();
  void read_requests();
  bool read_head();
  bool read_body();
  Result<void> begin_request(size_t head_size);
  void begin_exchange();
  void take_for_us(const OwnEndpoint& endpoint);
  void answer(int status, std::string_view body);
  void flush();
  void say_farewell();
  void end_sending();
  void drain_farewell();
  void update_interest();

  Worker& worker_;
  FileDescriptor socket_;
  State state_ = State::head;
  std::string in_;
  std::string out_;
  size_t sent_ = 0;
  bool close_after_answer_ = false;
  bool reading_ = false;  // read_requests is on the stack
  Instant deadline_;
  Instant accepted_;
  net::Interest interest_;
  wire::RequestHead head_;
  std::optional<wire::BodyReader> body_reader_;
  Client* client_ = nullptr;  // who asks, where keys are required
  RequestBody body_;
  std::unique_ptr<Exchange> exchange_;
};

}  // namespace foreshock::gateway
