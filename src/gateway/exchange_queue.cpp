// The part of an Exchange that gets it a place at a backend, at once or after a wait.
#include "gateway/exchange.h"

namespace foreshock::gateway {

// A session stays where its context lies.
Choice Exchange::wish() const {
  House& house = worker_.house();
  Choice choice{.tried = tried_,
                .prefix = prefix_,
                .turn = worker_.next_turn(),
                .seed = worker_.seed(),
                .now = worker_.reactor().now()};
  if (session_ && session_->may_be_known)
    if (const auto known = house.sessions->find(session_->hash, choice.now))
      choice.wanted = house.backends[*known].get();
  return choice;
}

// Who comes when others wait, waits too; one that had its turn and was refused does not line up anew behind
// them, if there is room elsewhere.
mitigate::Route Exchange::choose(std::span<const size_t> tried) {
  House& house = worker_.house();
  tried_.clear();
  for (const size_t index : tried) tried_.push_back(house.backends[index].get());
  if (tried_.empty() && !house.line.is_empty()) return {std::nullopt, true};
  auto [permit, full] = house.line.take(wish());
  if (!permit) return {std::nullopt, full};
  const size_t index = permit.backend()->index;
  keep_place(std::move(permit));
  return {index};
}

// Where a session goes it is kept.
void Exchange::keep_place(Permit permit) {
  House& house = worker_.house();
  const Backend& backend = *permit.backend();
  if (session_) house.sessions->keep(session_->hash, backend.index, worker_.reactor().now());
  if (!backend.is_local) house.zone_spills.fetch_add(1, std::memory_order_relaxed);
  next_permit_ = std::move(permit);
}

// Its status is not known before a backend answers: so nothing is said to the client while it waits.
void Exchange::wait_for_room() {
  phase_ = Phase::queued;
  set_deadline(worker_.house().options.queue.timeout);
  ticket_ = std::make_shared<Ticket>(worker_.reactor(), wish(), tried_);
  ticket_->on_room = [this](Permit permit) { on_room(std::move(permit)); };
  if (!worker_.house().line.join(ticket_)) give_up_waiting("too many requests wait for a backend");
}

void Exchange::on_room(Permit permit) {
  ticket_.reset();
  const size_t index = permit.backend()->index;
  keep_place(std::move(permit));
  follow(course_.has_room(index, worker_.reactor().now()));
}

void Exchange::leave_line() {
  if (ticket_) worker_.house().line.leave(*ticket_);
  ticket_.reset();
}

void Exchange::give_up_waiting(std::string_view why) {
  House& house = worker_.house();
  leave_line();
  house.kept_waiting.fetch_add(1, std::memory_order_relaxed);
  const Error full(Code::overloaded, std::string(why),
                   "Try again later, or raise max_in_flight of the backends or the limits of the queue.");
  follow(course_.kept_waiting(full, house.options.queue.timeout));
}

}  // namespace foreshock::gateway
