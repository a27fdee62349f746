#include "scenario/virtual_clients.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace foreshock::scenario {
namespace virtual_clients_impl {

constexpr double first_wait = 1, longest_wait = 60;  // s, of exponential backoff

}  // namespace virtual_clients_impl

bool may_retry(TerminalState state, int status) {
  const bool broken_later = status == 200 && state != TerminalState::cancelled;
  return state != TerminalState::ok && status != 400 && !broken_later;
}

double VirtualClients::patience() const {
  return clients_.patience ? seconds(*clients_.patience) : std::numeric_limits<double>::infinity();
}

double VirtualClients::gives_up_at(double at, double first_at, double timeout) const {
  return std::min(at + timeout, first_at + patience());
}

bool VirtualClients::out_of_patience(double now, double first_at) const {
  return now >= first_at + patience();
}

std::optional<double> VirtualClients::retry_at(int64_t made, double now, double first_at, double draw) const {
  using namespace virtual_clients_impl;
  if (made > clients_.retries) return std::nullopt;
  double wait = 0;
  if (clients_.backoff == Backoff::exponential)
    wait = std::min(longest_wait, first_wait * std::exp2(static_cast<double>(made - 1))) * (0.5 + draw);
  if (now + wait >= first_at + patience()) return std::nullopt;
  return now + wait;
}

}  // namespace foreshock::scenario
