// The part of an Exchange that finds a backend and connects to it.
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "gateway/backend_choice.h"
#include "gateway/exchange.h"

namespace foreshock::gateway {
namespace exchange_backend_impl {

Error unreachable(const Backend& backend, int error) {
  return Error(Code::backend_unreachable,
               fmt::format("the backend '{}' at {} cannot be reached: {}", backend.name,
                           backend.url.authority(), std::strerror(error)));
}

}  // namespace exchange_backend_impl

void Exchange::attempt() {
  choose();
  tried_.push_back(backend_);
  backend_->in_flight.fetch_add(1, std::memory_order_relaxed);
  observation_->replica = backend_->name;
  observation_->stamps.dequeued = worker_.reactor().now();
  upstream_ = worker_.pool().take(*backend_, worker_.reactor().now());
  if (upstream_) {
    upstream_->set_owner(this);
    return send_request();
  }
  begin_connect();
}

// A session stays where its context lies; where it goes it is kept.
void Exchange::choose() {
  House& house = worker_.house();
  Choice choice{.tried = tried_, .turn = worker_.next_turn(), .now = worker_.reactor().now()};
  if (session_ && session_->may_be_known)
    if (const auto known = house.sessions.find(session_->hash, choice.now))
      choice.wanted = house.backends[*known].get();
  backend_ = choose_backend(house.backends, choice);
  if (session_) house.sessions.keep(session_->hash, backend_->index, choice.now);
}

void Exchange::begin_connect() {
  address_ = 0;
  connect();
}

void Exchange::connect() {
  phase_ = Phase::connecting;
  set_deadline(worker_.house().options.timeouts.connect);
  upstream_ = std::make_unique<UpstreamConnection>(worker_.reactor(), *backend_,
                                                   backend_->addresses[address_], worker_.buffer());
  const int error = errno;
  upstream_->set_owner(this);
  if (upstream_->closed()) on_connect_failed(error);
}

void Exchange::on_connected() {
  backend_->note_connected();
  send_request();
}

void Exchange::on_connect_failed(int error) {
  upstream_->close();
  worker_.bury(std::move(upstream_));
  if (++address_ < backend_->addresses.size()) return connect();
  const bool our_shortage = error == EMFILE || error == ENFILE || error == ENOBUFS || error == EADDRNOTAVAIL;
  if (!our_shortage) backend_->note_refused(worker_.reactor().now(), error);
  const Error why = exchange_backend_impl::unreachable(*backend_, error);
  release_upstream(false);
  if (tried_.size() < worker_.house().backends.size())
    attempt();
  else
    end_early(why, wire::StreamEnd{.cut = true});
}

}  // namespace foreshock::gateway
