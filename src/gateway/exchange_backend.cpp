// The part of an Exchange that finds a backend, connects to it and sends.
#include <cerrno>

#include <fmt/format.h>

#include "gateway/exchange.h"
#include "wire/json_edit.h"

namespace foreshock::gateway {
namespace exchange_backend_impl {

Error unreachable(const Backend& backend, std::string_view why) {
  return Error(Code::backend_unreachable, fmt::format("the backend '{}' at {} cannot be reached: {}",
                                                      backend.name, backend.url.place(), why));
}

}  // namespace exchange_backend_impl

std::string_view Exchange::name_of(size_t backend) const {
  return worker_.house().backends[backend]->name;
}
std::string_view Exchange::kind_of(size_t backend) const {
  return worker_.house().backends[backend]->kind;
}

void Exchange::attempt(const mitigate::Send& send) {
  change_ = send.change;
  if (send.fresh) {
    worker_.bury(std::move(upstream_));
    return connect();
  }
  const Instant now = worker_.reactor().now();
  backend_ = worker_.house().backends[send.backend].get();
  permit_ = std::move(next_permit_);
  backend_->breaker.sent(now);
  observation_->replica = backend_->name;
  observation_->zone = backend_->zone;
  observation_->stamps.dequeued = now;
  upstream_ = worker_.pool().take(*backend_, now);
  if (!upstream_) return connect();
  upstream_->set_owner(this);
  send_request();
}

void Exchange::connect() {
  phase_ = Phase::connecting;
  set_deadline(worker_.house().options.timeouts.connect);
  race_ = std::make_unique<UpstreamRace>(worker_.reactor(), *backend_, worker_.buffer(),
                                         static_cast<UpstreamRace::Owner&>(*this));
  race_->start();
}

void Exchange::stop_connecting() {
  if (!race_) return;
  race_->close();
  worker_.bury(std::move(race_));
}

void Exchange::on_connected(std::unique_ptr<UpstreamConnection> connection) {
  stop_connecting();
  upstream_ = std::move(connection);
  upstream_->set_owner(this);
  backend_->note_connected();
  send_request();
}

void Exchange::on_connect_failed(const ConnectFailure& failure) {
  const int error = failure.error;
  stop_connecting();
  const bool our_shortage = error == EMFILE || error == ENFILE || error == ENOBUFS || error == EADDRNOTAVAIL;
  backend_->note_ended(mitigate::Outcome::neutral,
                       worker_.reactor().now());  // of a trial: it may be tried again
  if (!our_shortage) {
    backend_->note_refused(worker_.reactor().now(), failure.why);
    worker_.house().resolver.hurry();
  }
  const Error why = exchange_backend_impl::unreachable(*backend_, failure.why);
  release_upstream(false);
  follow(course_.refused(why, worker_.reactor().now()));
}

// As the client sent it, but for one member.
// The client's own, shared, or another where a lease changes it.
std::shared_ptr<const std::string> Exchange::body_to_send() const {
  if (change_)
    if (auto changed = wire::with_member(body_->bytes, change_->field, fmt::to_string(change_->value)))
      return std::make_shared<const std::string>(*std::move(changed));
  return {body_, &body_->bytes};
}

void Exchange::send_request() {
  phase_ = Phase::waiting;
  const Instant now = worker_.reactor().now();
  observation_->stamps.sent = now;
  ++observation_->sends;
  set_deadline(patience_.first_byte);
  auto body = body_to_send();
  std::string head = backend_head(head_, backend_->url.target_for(head_.target), backend_->url.authority(),
                                  backend_->api_key, worker_.house().keys.required(), body->size());
  const bool may_go_elsewhere = worker_.house().backends.size() > 1;
  if (!upstream_->reused && !may_go_elsewhere) body_.reset();
  upstream_->send(std::move(head), std::move(body));
}

}  // namespace foreshock::gateway
