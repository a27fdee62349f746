#include "signals/cold_starts.h"

namespace foreshock::signals {
namespace cold_starts_impl {

using namespace std::chrono_literals;

constexpr Duration cold_for = 60s;
constexpr int cold_requests = 20;
constexpr Duration same_start = 5s;  // ages are told in whole seconds, and clocks differ

}  // namespace cold_starts_impl

void ColdStarts::note_age(std::string_view replica, Duration age, Instant now) {
  using namespace cold_starts_impl;
  const Instant began = now - age;
  const auto [life, is_new] = lives_.try_emplace(std::string(replica), Life{began});
  if (!is_new && std::chrono::abs(began - life->second.began) <= same_start) return;
  life->second = {began, age < cold_for ? 0 : cold_requests};
}

Start ColdStarts::start_of(std::string_view replica, Instant accepted) {
  using namespace cold_starts_impl;
  const auto life = lives_.find(replica);
  if (life == lives_.end()) return Start::unknown;
  const bool cold = life->second.served < cold_requests || accepted < life->second.began + cold_for;
  if (life->second.served < cold_requests) ++life->second.served;
  return cold ? Start::cold : Start::warm;
}

}  // namespace foreshock::signals
