#include "gateway/exchange.h"

#include <cerrno>

#include <fmt/format.h>

#include "gateway/error_reply.h"

namespace foreshock::gateway {
namespace exchange_impl {

constexpr size_t longest_replica_name = 64;

}  // namespace exchange_impl

Exchange::Exchange(Worker& worker, ClientConnection& client, wire::RequestHead head, std::string body,
                   Instant accepted)
    : worker_(worker),
      client_(client),
      head_(std::move(head)),
      body_(std::move(body)),
      dialect_(head_.method == "POST" ? wire::dialect_of_path(head_.target) : wire::Dialect::unknown) {
  House& house = worker_.house();
  observation_->id.number = house.next_observation.fetch_add(1, std::memory_order_relaxed);
  observation_->stamps.accepted = accepted;
  observation_->endpoint = wire::endpoint_of_path(head_.target);
  observation_->concurrency = house.in_flight.fetch_add(1, std::memory_order_relaxed) + 1;
  observation_id_ = to_text(observation_->id);
}

Exchange::~Exchange() {
  if (phase_ != Phase::done) worker_.house().in_flight.fetch_sub(1, std::memory_order_relaxed);
}

void Exchange::start() {
  if (const auto read = read_request(); !read) return end_early(read.error(), wire::StreamEnd{.error = true});
  attempt();
}

Result<void> Exchange::read_request() {
  if (dialect_ == wire::Dialect::unknown) return {};
  FORESHOCK_TRY(facts_, wire::read_request(dialect_, body_));
  observation_->model = facts_.model.substr(0, 200);
  observation_->stream = facts_.stream;
  observation_->tools = facts_.tools;
  observation_->turns = facts_.turns;
  session_ = session_of(head_, facts_, worker_.house().session_secret);
  return {};
}

void Exchange::send_request() {
  phase_ = Phase::waiting;
  const Instant now = worker_.reactor().now();
  observation_->stamps.sent = now;
  set_deadline(worker_.house().options.timeouts.first_byte);
  std::string bytes = backend_head(head_, backend_->url.target_for(head_.target), backend_->url.authority(),
                                   backend_->api_key, body_.size());
  bytes.append(body_);
  if (!upstream_->reused) body_ = std::string();  // only a reused connection is tried again
  upstream_->send(std::move(bytes));
}

void Exchange::on_upstream_bytes(std::string_view bytes) {
  if (phase_ == Phase::relaying)
    relay({}, bytes);
  else
    read_answer_head(bytes);
}

void Exchange::read_answer_head(std::string_view bytes) {
  answer_head_.append(bytes);
  while (true) {
    const auto size = wire::head_length(answer_head_);
    if (!size)
      return end_early(Error(Code::backend_broken, size.error().what()), wire::StreamEnd{.cut = true});
    if (!*size) return;
    auto head = wire::parse_response_head(std::string_view(answer_head_).substr(0, **size));
    if (!head) return end_early(head.error(), wire::StreamEnd{.cut = true});
    const std::string rest = answer_head_.substr(**size);
    if (head->status / 100 != 1) return begin_answer(*std::move(head), rest);
    answer_head_ = rest;  // an interim answer says nothing yet
  }
}

void Exchange::begin_answer(wire::ResponseHead answer, std::string_view first_bytes) {
  const auto framing = wire::response_framing(answer, head_.method);
  if (!framing)
    return end_early(Error(Code::backend_broken, framing.error().what()), wire::StreamEnd{.cut = true});
  observation_->stamps.headers = worker_.reactor().now();
  observation_->status = answer.status;
  // A service that routes behind one address names the replica that answers.
  if (const auto replica = answer.headers.find("x-foreshock-replica"))
    observation_->replica = replica->substr(0, exchange_impl::longest_replica_name);
  if (dialect_ != wire::Dialect::unknown && wire::is_page(answer)) {
    const Error page(Code::backend_not_sse,
                     fmt::format("the backend '{}' answered with an HTML page and status {}", backend_->name,
                                 answer.status));
    return end_early(page, wire::StreamEnd{.not_an_answer = true});
  }
  relay_ = relay_for(*framing, head_.minor_version);
  const bool never_has_a_body = answer.status == 204 || answer.status == 304;
  framing_ = never_has_a_body ? wire::Framing::opaque : wire::framing_of_answer(answer, facts_.stream);
  body_reader_.emplace(*framing);
  meter_.emplace(dialect_, framing_);
  upstream_keeps_alive_ = wire::keeps_alive(answer.headers, answer.minor_version);
  phase_ = Phase::relaying;
  const bool streams = framing_ == wire::Framing::sse || framing_ == wire::Framing::lines;
  relay(client_head(answer, *framing, relay_,
                    {observation_id_, backend_->name, streams, relay_ != Relay::payload}),
        first_bytes);
}

void Exchange::relay(std::string head, std::string_view bytes) {
  const Instant now = worker_.reactor().now();
  payloads_.clear();
  size_t used = 0;
  bool broken = false;
  while (used < bytes.size() && !body_reader_->done() && !broken) {
    const auto step = body_reader_->next(bytes.substr(used));
    broken = !step;
    if (broken) break;
    used += step->consumed;
    if (!step->payload.empty()) payloads_.push_back(step->payload);
  }
  forward(std::move(head), bytes.substr(0, used));
  const int64_t tokens_before = meter_->token_events();
  for (std::string_view payload : payloads_) meter_->on_bytes(payload, now);
  worker_.outlet().tokens.fetch_add(meter_->token_events() - tokens_before, std::memory_order_relaxed);
  set_deadline(worker_.house().options.timeouts.idle);
  if (broken)
    return end_early(Error(Code::backend_broken, "the backend broke the chunk framing of its answer"),
                     wire::StreamEnd{.cut = true});
  if (!body_reader_->done()) return let_client_catch_up();
  upstream_keeps_alive_ = upstream_keeps_alive_ && used == bytes.size();
  complete();
}

void Exchange::forward(std::string head, std::string_view raw) {
  if (head.empty() && relay_ == Relay::raw) return client_.send(raw);
  if (relay_ == Relay::raw)
    head.append(raw);
  else
    for (std::string_view payload : payloads_) {
      if (relay_ == Relay::chunked) head.append(wire::chunk_prefix(payload.size()));
      head.append(payload);
      if (relay_ == Relay::chunked) head.append(wire::chunk_suffix);
    }
  client_.send(head);
}

void Exchange::let_client_catch_up() {
  if (paused_ || client_.backlog() <= static_cast<size_t>(worker_.house().options.limits.slow_reader.value))
    return;
  paused_ = true;
  upstream_->pause();
}

void Exchange::on_client_took() {
  if (paused_) set_deadline(worker_.house().options.timeouts.idle);
  if (!paused_ ||
      client_.backlog() > static_cast<size_t>(worker_.house().options.limits.slow_reader.value) / 2)
    return;
  paused_ = false;
  upstream_->resume();
}

void Exchange::on_upstream_closed(bool reset) {
  if (phase_ == Phase::relaying && body_reader_->ends_cleanly_on_close() && !reset) return complete();
  const bool silent = phase_ == Phase::waiting && answer_head_.empty();
  if (silent && upstream_->reused && !retried_) {
    retried_ = true;
    worker_.bury(std::move(upstream_));
    return begin_connect();
  }
  end_early(Error(Code::backend_broken,
                  fmt::format("the backend '{}' closed the connection before the end of its answer",
                              backend_->name)),
            wire::StreamEnd{.reset_reused = silent && retried_, .cut = true});
}

void Exchange::on_tick(Instant now) {
  if (phase_ == Phase::done || phase_ == Phase::start || now < deadline_) return;
  if (phase_ == Phase::connecting) return on_connect_failed(ETIMEDOUT);
  if (paused_) {  // it is the client that does not go on
    finish(wire::StreamEnd{.cancelled = true}, observation_->status, false);
    return client_.abort();
  }
  end_early(Error(Code::timeout, fmt::format("the backend '{}' was silent for too long", backend_->name)),
            wire::StreamEnd{.timed_out = true});
}

void Exchange::set_deadline(Duration from_now) {
  deadline_ = worker_.reactor().now() + from_now;
}

}  // namespace foreshock::gateway
