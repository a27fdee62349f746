#pragma once
// One request of a client that speaks HTTP/2, and its answer.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "gateway/client_stream.h"
#include "gateway/http2_fields.h"
#include "gateway/own_answer.h"
#include "gateway/worker.h"

namespace foreshock::gateway {

class Exchange;
class Http2Connection;

class Http2Stream final : public net::Reactor::Source, private ClientStream {
 public:
  Http2Stream(Worker& worker, Http2Connection& connection, int32_t id);
  ~Http2Stream() override;

  // The request as it comes.
  bool add_field(std::string_view name, std::string_view value) { return fields_.add(name, value); }
  void on_head(bool body_follows);
  void on_body(std::string_view payload);
  void on_request_end();

  // Bytes of the answer into a frame of nghttp2's, as its nghttp2_data_source_read_callback has it.
  ssize_t fill(std::span<uint8_t> frame, uint32_t& flags);
  // After that: the exchange may go on.
  void on_taken();
  // The client took bytes of others: where this one waits for them alone, it waits on.
  void on_socket_took();
  // Nothing is sent any more; whether a request was under way.
  bool stop();
  // It is over, whoever ended it: a request under way is cancelled.
  void on_closed();
  void on_tick(Instant now);
  void on_stop();
  void on_ready(net::Readiness) override {
  }  // has no descriptor; a source only so that the worker can bury it

 private:
  // For the exchange.
  bool takes_chunks() const override { return false; }
  void send_head(const wire::ResponseHead& head, std::string_view first_bytes) override;
  void send(std::string_view bytes) override;
  size_t backlog() const override { return out_.size() - taken_; }
  void end_answer(bool keep_alive) override;
  void end_broken_answer(bool keep_alive) override;
  void abort() override;

  void throw_away(size_t bytes);
  void refuse(const Error& error);
  void answer(const OwnAnswer& answer);
  void reset(uint32_t code);
  void extend_deadline();

  Worker& worker_;
  Http2Connection& connection_;
  const int32_t id_;
  RequestFields fields_;
  IncomingRequest request_;
  std::unique_ptr<Exchange> exchange_;
  Instant deadline_;  // while the request comes, and once its answer is complete
  std::string out_;
  size_t taken_ = 0;  // of out_
  size_t thrown_away_ = 0;
  bool answered_ = false, ended_ = false, broken_ = false, stopped_ = false;
};

}  // namespace foreshock::gateway
