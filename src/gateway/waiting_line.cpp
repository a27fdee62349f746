#include "gateway/waiting_line.h"

#include <algorithm>

namespace foreshock::gateway {

Permit::~Permit() {
  if (backend_ == nullptr) return;
  backend_->in_flight.fetch_sub(1);
  if (!line_->is_empty()) line_->serve();
}

WaitingLine::Taken WaitingLine::take(const Choice& choice) {
  while (true) {
    const Chosen chosen = choose_backend(backends_, balance_, choice);
    if (chosen.backend == nullptr) return {Permit(), chosen.full};
    if (chosen.backend->take_room()) return {Permit(*chosen.backend, *this), false};
  }
}

bool WaitingLine::join(const std::shared_ptr<Ticket>& ticket) {
  {
    const std::lock_guard lock(mutex_);
    if (tickets_.size() >= limit_) return false;
    tickets_.push_back(ticket);
    length_ = static_cast<int64_t>(tickets_.size());
  }
  serve();  // a place may have come free since it was looked for
  return true;
}

void WaitingLine::leave(Ticket& ticket) {
  ticket.on_room = nullptr;
  const std::lock_guard lock(mutex_);
  std::erase_if(tickets_, [&](const auto& one) { return one.get() == &ticket; });
  length_ = static_cast<int64_t>(tickets_.size());
}

// What one cannot use, because it has been there already, another may; when one that has been nowhere finds
// no room, there is none.
void WaitingLine::serve() {
  const std::lock_guard lock(mutex_);
  const Instant now = clock_.now();
  for (auto next = tickets_.begin(); next != tickets_.end();) {
    const std::shared_ptr<Ticket> ticket = *next;
    ticket->choice.now = now;
    ticket->permit = take(ticket->choice).permit;
    if (!ticket->permit && ticket->tried.empty()) break;
    if (!ticket->permit) {
      ++next;
      continue;
    }
    next = tickets_.erase(next);
    ticket->reactor.post([ticket] {
      Permit permit = std::move(ticket->permit);
      if (const auto on_room = std::exchange(ticket->on_room, nullptr)) on_room(std::move(permit));
    });
  }
  length_ = static_cast<int64_t>(tickets_.size());
}

}  // namespace foreshock::gateway
