// How an exchange ends: complete, cut short, refused, or left by its client.
#include <fmt/format.h>

#include "gateway/error_reply.h"
#include "gateway/exchange.h"
#include "signals/latency.h"

namespace foreshock::gateway {
namespace exchange_end_impl {

// Rounded up: who comes back then is let in.
std::string whole_seconds(Duration duration) {
  return fmt::to_string(std::chrono::ceil<std::chrono::seconds>(duration).count());
}

}  // namespace exchange_end_impl

void Exchange::complete() {
  course_.answered(worker_.reactor().now());
  meter_->on_end(true, worker_.reactor().now());
  wire::StreamEnd end = meter_->end();
  end.error = end.error || observation_->status >= 400;
  if (relay_ == Relay::chunked) client_.send(wire::last_chunk);
  finish(end, observation_->status, false);
  client_.end_answer(relay_ != Relay::payload);
}

void Exchange::refuse(const mitigate::Refuse& refusal) {
  finish(refusal.end, send_error_answer(refusal), true);
  client_.end_answer(true);
}

void Exchange::break_off(const Error& error, wire::StreamEnd end) {
  const bool answer_was_whole = meter_->saw_protocol_end();
  meter_->on_end(false, worker_.reactor().now());
  wire::StreamEnd seen = meter_->end();
  seen.timed_out = end.timed_out && !answer_was_whole;
  seen.shed = end.shed && !answer_was_whole;
  const bool more = can_say_more();
  if (more) {
    const std::string event = answer_was_whole ? std::string() : error_event(dialect_, framing_, error);
    client_.send(framed(event));
    if (relay_ != Relay::payload) client_.send(wire::last_chunk);
  }
  finish(seen, observation_->status, false);
  if (more)
    client_.end_broken_answer(relay_ != Relay::payload);
  else
    client_.abort();
}

std::string Exchange::framed(std::string_view event) const {
  if (relay_ == Relay::payload || event.empty()) return std::string(event);
  return fmt::format("{}{}{}", wire::chunk_prefix(event.size()), event, wire::chunk_suffix);
}

// An event of ours fits only between two events, and between two chunks.
bool Exchange::can_say_more() const {
  const bool events = framing_ == wire::Framing::sse || framing_ == wire::Framing::lines;
  return events && meter_->between_events() && (relay_ != Relay::raw || body_reader_->between_chunks());
}

// What a backend said is kept where it was no answer and told so.
int Exchange::send_error_answer(const mitigate::Refuse& refusal) {
  const std::string body = error_body(wire::error_dialect(head_), refusal.error);
  const bool keep_status = refusal.end.not_an_answer && observation_->status >= 400;
  wire::ResponseHead head;
  head.status = keep_status ? observation_->status : row_of(refusal.error.code()).http_status;
  head.headers.add("Content-Type", "application/json");
  head.headers.add("Content-Length", std::to_string(body.size()));
  head.headers.add("x-foreshock-decision", "refused");
  head.headers.add("x-foreshock-id", observation_id_);
  if (head.status == 429 || head.status == 503)
    head.headers.add("Retry-After", exchange_end_impl::whole_seconds(refusal.retry_after));
  client_.send_head(head, body);
  return head.status;
}

void Exchange::on_client_gone() {
  if (phase_ == Phase::done) return;
  course_.client_left(worker_.reactor().now());
  finish(wire::StreamEnd{.cancelled = true}, observation_->status, false);
}

void Exchange::on_stop() {
  if (phase_ == Phase::done) return;
  const Error why(Code::overloaded, "the gateway was stopped before the answer was complete",
                  "Send the request again.");
  follow(course_.failed(why, {.shed = true}));
}

void Exchange::release_upstream(bool reusable) {
  backend_ = nullptr;
  permit_ = Permit();
  stop_connecting();
  if (!upstream_) return;
  if (reusable && !upstream_->closed() && upstream_->all_sent())
    return worker_.pool().put(std::move(upstream_), worker_.reactor().now());
  upstream_->close();
  worker_.bury(std::move(upstream_));
}

// How it was: for its breaker, and for the choice among backends.
void Exchange::tell_backend(int status) {
  const Instant now = worker_.reactor().now();
  // That the time was too short is no fault of it.
  const bool hurried = observation_->state == TerminalState::timeout && is_out_of_time(now);
  backend_->note_ended(
      hurried ? mitigate::Outcome::neutral : mitigate::outcome_of(observation_->state, status), now);
  if (const auto rate = signals::decode_rate(*observation_))
    backend_->token_time.note(from_seconds(1 / *rate), now);
  // After a pause of ours bytes come at once that were not sent at once.
  if (meter_ && meter_->came_in_lumps() && !was_paused_) backend_->note_lumps(now);
  const auto& stamps = observation_->stamps;
  const bool in_vain = observation_->state == TerminalState::timeout && !stamps.first_token && !hurried;
  if (facts_.stream && in_vain && stamps.sent) backend_->note_first_token(now - *stamps.sent, now);
}

void Exchange::finish(wire::StreamEnd end, int status, bool ours) {
  if (end.cancelled && meter_ && meter_->saw_protocol_end()) end = meter_->end();  // it had all it wanted
  observation_->state = wire::terminal_state(end);
  if (meter_) meter_->report(*observation_);
  observation_->custom = custom_.values();
  if (backend_ != nullptr) tell_backend(status);
  leave_line();
  const bool whole = body_reader_ && body_reader_->done();
  release_upstream(whole && upstream_keeps_alive_);
  body_.reset();
  const TokenCounts& tokens = observation_->tokens;
  course_.over(tokens.prompt.value_or(0) + tokens.output.value_or(0), worker_.reactor().now());
  phase_ = Phase::done;
  worker_.house().in_flight.fetch_sub(1, std::memory_order_relaxed);
  if (head_.method != "POST") return;
  observation_->stamps.end = worker_.reactor().now();
  observation_->status = status;
  observation_->status_is_ours = ours;
  const int64_t untold = tokens.output.value_or(0) - observation_->token_events;
  if (untold > 0) worker_.outlet().tokens.fetch_add(untold, std::memory_order_relaxed);
  worker_.house().observer.submit(worker_.outlet(), std::move(observation_));
}

}  // namespace foreshock::gateway
