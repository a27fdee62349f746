#pragma once
// The course of one request: to a backend, and its answer back, byte for byte and measured on the way.
// docs/life-of-a-request.md follows it.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/observation.h"
#include "gateway/answer_head.h"
#include "gateway/client_stream.h"
#include "gateway/incoming_request.h"
#include "gateway/patience.h"
#include "gateway/session_key.h"
#include "gateway/upstream_race.h"
#include "gateway/worker.h"
#include "mitigate/pipeline.h"
#include "signals/stream_meter.h"
#include "wire/http_body.h"
#include "wire/request_reader.h"

namespace foreshock::gateway {

class Exchange final : public net::Reactor::Source,
                       private UpstreamRace::Owner,
                       private UpstreamConnection::Owner,
                       private mitigate::Router {
 public:
  Exchange(Worker& worker, ClientStream& client, IncomingRequest request);
  ~Exchange() override;

  // Chooses a backend and sends. May end the exchange at once.
  void start();
  // The client left: the backend is told at once by closing.
  void on_client_gone();
  // The gateway stops and waits no longer: the client is told in its dialect.
  void on_stop();
  // The client took bytes: a backend that had to wait goes on.
  void on_client_took();
  void on_tick(Instant now);
  void on_ready(net::Readiness) override {
  }  // has no descriptor; a source only so that the worker can bury it

 private:
  enum class Phase : uint8_t { start, queued, connecting, waiting, relaying, done };

  // What the pipeline decides, and what it asks.
  void follow(const mitigate::Next& next);
  mitigate::Route choose(std::span<const size_t> tried) override;
  std::string_view name_of(size_t backend) const override;
  std::string_view kind_of(size_t backend) const override;

  // Until there is room at a backend (exchange_queue.cpp).
  Choice wish() const;
  void wait_for_room();
  void on_room(Permit permit);
  void keep_place(Permit permit);
  void leave_line();
  void give_up_waiting(std::string_view why);

  // Towards the backend.
  Result<void> read_request();
  Result<void> read_timeout();
  void attempt(const mitigate::Send& send);
  void connect();
  std::shared_ptr<const std::string> body_to_send() const;
  void send_request();
  void on_connected(std::unique_ptr<UpstreamConnection> connection) override;
  void on_connect_failed(const ConnectFailure& failure) override;
  void stop_connecting();

  // Back from it (exchange_answer.cpp).
  void on_upstream_bytes(std::string_view bytes) override;
  void on_upstream_closed(bool reset) override;
  void read_answer_head(std::string_view bytes);
  void cannot_read(const Error& why);
  void begin_answer(wire::ResponseHead answer, std::string_view first_bytes);
  bool go_elsewhere(const wire::ResponseHead& answer);
  // HEAD: where these are the first bytes; else nullptr.
  void relay(const wire::ResponseHead* head, std::string_view bytes);
  void forward(const wire::ResponseHead* head, std::string_view raw);
  void let_client_catch_up();
  void keep_client_awake(Instant now);
  bool is_whole_on_close() const;
  // As an event of ours goes to the client.
  std::string framed(std::string_view event) const;

  // The end, whichever it is (exchange_end.cpp).
  void complete();
  void refuse(const mitigate::Refuse& refusal);
  void break_off(const Error& error, wire::StreamEnd end);
  bool can_say_more() const;
  int send_error_answer(const mitigate::Refuse& refusal);
  void release_upstream(bool reusable);
  void tell_backend(int status);
  void finish(wire::StreamEnd end, int status, bool ours);
  // Also where the time for the whole request ends before.
  void set_deadline(Duration from_now);
  bool is_out_of_time(Instant now) const { return now >= due_; }

  Worker& worker_;
  ClientStream& client_;
  Client* const known_;  // who asks, where keys are required
  wire::RequestHead head_;
  std::shared_ptr<const RequestBody> body_;  // gone once it is not sent any more
  wire::Dialect dialect_;
  wire::RequestFacts facts_;
  std::optional<SessionKey> session_;
  std::optional<uint64_t> prefix_;  // keyed hash of how the prompt begins, where that is asked for
  std::unique_ptr<Observation> observation_ = std::make_unique<Observation>();
  std::string observation_id_;

  Phase phase_ = Phase::start;
  mitigate::Pipeline course_;
  std::optional<mitigate::FieldChange> change_;  // of the attempt under way
  std::vector<Backend*> tried_;
  std::shared_ptr<Ticket> ticket_;  // while it waits for room
  Permit next_permit_;              // for the attempt that comes
  Permit permit_;
  Backend* backend_ = nullptr;
  std::unique_ptr<UpstreamRace> race_;  // while it connects
  std::unique_ptr<UpstreamConnection> upstream_;
  Patience patience_;
  Instant deadline_;              // of the phase
  Instant due_ = Instant::max();  // of the request

  std::string answer_head_;  // bytes of the head until it is whole
  int interim_answers_ = 0;
  Relay relay_ = Relay::raw;
  wire::Framing framing_ = wire::Framing::opaque;
  std::optional<wire::BodyReader> body_reader_;
  CustomValues custom_;
  std::optional<signals::StreamMeter> meter_;
  std::vector<std::string_view> payloads_;  // of the bytes in hand
  bool upstream_keeps_alive_ = false;
  Instant heard_;  // when the client got bytes last
  bool paused_ = false, was_paused_ = false;
};

}  // namespace foreshock::gateway
