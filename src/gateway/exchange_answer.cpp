// The way back: the answer of a backend to the client, byte for byte and measured.
#include <fmt/format.h>

#include "core/shown.h"
#include "gateway/credentials.h"
#include "gateway/exchange.h"
#include "wire/retry_after.h"

namespace foreshock::gateway {
namespace exchange_answer_impl {

constexpr size_t longest_replica_name = 64;

constexpr int most_interim_answers = 20;

Error other_protocol() {
  return Error(Code::backend_broken, "the backend changed to another protocol without being asked");
}
Error too_many_interim_answers() {
  return Error(Code::backend_broken,
               fmt::format("the backend sent over {} interim answers", most_interim_answers));
}
Error broken_chunks() {
  return Error(Code::backend_broken, "the backend broke the chunk framing of its answer");
}

// Where there can be none: bytes of it may follow, and must not begin the next answer.
bool tells_of_a_body(const wire::ResponseHead& answer) {
  return answer.headers.find("content-length").value_or("0") != "0" ||
         answer.headers.find("transfer-encoding");
}

// The first step over a body; nothing has been said to the client yet.
bool begins_well(wire::BodyFraming framing, std::string_view first_bytes) {
  return wire::BodyReader(framing).next(first_bytes).has_value();
}

}  // namespace exchange_answer_impl

void Exchange::on_upstream_bytes(std::string_view bytes) {
  if (phase_ == Phase::relaying)
    relay(nullptr, bytes);
  else
    read_answer_head(bytes);
}

void Exchange::read_answer_head(std::string_view bytes) {
  course_.first_byte();
  answer_head_.append(bytes);
  while (true) {
    const auto size = wire::head_length(answer_head_);
    if (!size) return cannot_read(size.error());
    if (!*size) return;
    auto head = wire::parse_response_head(std::string_view(answer_head_).substr(0, **size));
    if (!head) return cannot_read(head.error());
    const std::string rest = answer_head_.substr(**size);
    if (head->status / 100 != 1) return begin_answer(*std::move(head), rest);
    if (head->status == 101) return cannot_read(exchange_answer_impl::other_protocol());
    if (++interim_answers_ > exchange_answer_impl::most_interim_answers)
      return cannot_read(exchange_answer_impl::too_many_interim_answers());
    answer_head_ = rest;  // an interim answer says nothing yet
  }
}

// What it said stands in the error, but for its key.
void Exchange::cannot_read(const Error& why) {
  const bool secret = holds_key(why.what(), backend_->api_key);
  const std::string_view told = "the head or the framing of the answer cannot be read";
  follow(course_.failed(Error(Code::backend_broken, secret ? std::string(told) : why.what()), {.cut = true}));
}

void Exchange::begin_answer(wire::ResponseHead answer, std::string_view first_bytes) {
  using namespace exchange_answer_impl;
  const auto framing = wire::response_framing(answer, head_.method);
  if (!framing) return cannot_read(framing.error());
  if (!begins_well(*framing, first_bytes)) return cannot_read(broken_chunks());
  if (mitigate::is_busy(answer.status) && go_elsewhere(answer)) return;
  strip_fields_holding(answer.headers, backend_->api_key);  // a redirect, say, that repeats it
  body_.reset();
  observation_->stamps.headers = worker_.reactor().now();
  observation_->status = answer.status;
  // A service that routes behind one address names the replica that answers.
  if (const auto replica = answer.headers.find("x-foreshock-replica"))
    observation_->replica = escaped(replica->substr(0, exchange_answer_impl::longest_replica_name));
  if (dialect_ != wire::Dialect::unknown && wire::is_page(answer)) {
    const Error page(Code::backend_not_sse,
                     fmt::format("the backend '{}' answered with an HTML page and status {}", backend_->name,
                                 answer.status));
    return follow(course_.failed(page, {.not_an_answer = true}));
  }
  relay_ = relay_for(*framing, client_.takes_chunks());
  const bool never_has_a_body = answer.status == 204 || answer.status == 304;
  framing_ = never_has_a_body ? wire::Framing::opaque : wire::framing_of_answer(answer, facts_.stream);
  body_reader_.emplace(*framing);
  custom_.on_answer(answer.headers);
  meter_.emplace(dialect_, framing_);
  meter_->look_for(custom_.places());
  upstream_keeps_alive_ = wire::keeps_alive(answer.headers, answer.minor_version) &&
                          !(never_has_a_body && tells_of_a_body(answer));
  phase_ = Phase::relaying;
  course_.answer_began();
  const bool streams = framing_ == wire::Framing::sse || framing_ == wire::Framing::lines;
  const wire::ResponseHead head =
      client_head(std::move(answer), *framing, relay_, worker_.house().passed,
                  {observation_id_, course_.trail(), streams, relay_ != Relay::payload});
  relay(&head, first_bytes);
}

// What the backend has no room for another may take.
bool Exchange::go_elsewhere(const wire::ResponseHead& answer) {
  const Instant now = worker_.reactor().now();
  backend_->note_busy(answer.status == 503 ? wire::retry_after(answer.headers, now) : Duration{}, now);
  const mitigate::Next next = course_.busy(now);
  const auto* send = std::get_if<mitigate::Send>(&next);
  if (send == nullptr) return false;
  backend_->note_ended(mitigate::Outcome::neutral, now);
  release_upstream(false);
  answer_head_.clear();
  interim_answers_ = 0;
  attempt(*send);
  return true;
}

void Exchange::relay(const wire::ResponseHead* head, std::string_view bytes) {
  const Instant now = worker_.reactor().now();
  payloads_.clear();
  size_t used = 0;
  bool broken = false;
  std::optional<std::string> cleaned;  // goes on in place of BYTES, where it is not all of them
  while (used < bytes.size() && !body_reader_->done() && !broken) {
    const auto step = body_reader_->next(bytes.substr(used));
    broken = !step;
    if (broken) break;
    const std::string_view piece = bytes.substr(used, step->consumed);
    if (cleaned)
      cleaned->append(step->relayed);
    else if (step->relayed.data() != piece.data() || step->relayed.size() != piece.size())
      cleaned.emplace(bytes.substr(0, used)).append(step->relayed);
    used += step->consumed;
    if (!step->payload.empty()) payloads_.push_back(step->payload);
  }
  forward(head, cleaned ? *cleaned : bytes.substr(0, used));
  const int64_t tokens_before = meter_->token_events();
  for (std::string_view payload : payloads_) meter_->on_bytes(payload, now);
  worker_.outlet().tokens.fetch_add(meter_->token_events() - tokens_before, std::memory_order_relaxed);
  if (facts_.stream && tokens_before == 0 && meter_->token_events() > 0)
    backend_->note_first_token(now - *observation_->stamps.sent, now);
  heard_ = now;
  set_deadline(patience_.idle);
  if (broken) return follow(course_.failed(exchange_answer_impl::broken_chunks(), {.cut = true}));
  if (!body_reader_->done()) return let_client_catch_up();
  upstream_keeps_alive_ = upstream_keeps_alive_ && used == bytes.size();
  complete();
}

void Exchange::forward(const wire::ResponseHead* head, std::string_view raw) {
  std::string framed;
  if (relay_ != Relay::raw)
    for (std::string_view payload : payloads_) {
      if (relay_ == Relay::chunked) framed.append(wire::chunk_prefix(payload.size()));
      framed.append(payload);
      if (relay_ == Relay::chunked) framed.append(wire::chunk_suffix);
    }
  const std::string_view bytes = relay_ == Relay::raw ? raw : framed;
  if (head != nullptr)
    client_.send_head(*head, bytes);
  else if (!bytes.empty())
    client_.send(bytes);
}

void Exchange::let_client_catch_up() {
  if (paused_ || client_.backlog() <= static_cast<size_t>(worker_.house().options.limits.slow_reader.value))
    return;
  paused_ = was_paused_ = true;
  set_deadline(worker_.house().options.timeouts.client);
  upstream_->pause();
}

// With a comment, which readers of event streams leave out (WHATWG HTML, section 9.2.6).
void Exchange::keep_client_awake(Instant now) {
  const Duration silence = worker_.house().options.timeouts.comment;
  if (phase_ != Phase::relaying || silence == Duration{} || now - heard_ < silence) return;
  heard_ = now;
  const bool waits = facts_.stream && framing_ == wire::Framing::sse && !meter_->saw_protocol_end();
  if (waits && client_.backlog() == 0 && can_say_more()) client_.send(framed(": waiting\n\n"));
}

void Exchange::on_client_took() {
  if (paused_) set_deadline(worker_.house().options.timeouts.client);
  if (!paused_ ||
      client_.backlog() > static_cast<size_t>(worker_.house().options.limits.slow_reader.value) / 2)
    return;
  paused_ = false;
  set_deadline(patience_.idle);
  upstream_->resume();
}

void Exchange::on_upstream_closed(bool reset) {
  if (phase_ == Phase::relaying && !reset && is_whole_on_close()) return complete();
  const Error why(
      Code::backend_broken,
      fmt::format("the backend '{}' closed the connection before the end of its answer", backend_->name));
  follow(course_.lost(why, upstream_->reused, worker_.reactor().now()));
}

// An answer that ends by closing is whole between two events; inside one only where the rest of it told the
// end.
bool Exchange::is_whole_on_close() const {
  if (!body_reader_->ends_cleanly_on_close()) return false;
  const bool events = framing_ == wire::Framing::sse || framing_ == wire::Framing::lines;
  if (!events || meter_->between_events()) return true;
  signals::StreamMeter at_its_end = *meter_;
  at_its_end.on_end(true, worker_.reactor().now());
  return at_its_end.saw_protocol_end() || at_its_end.end().finished;
}

}  // namespace foreshock::gateway
