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

void ColdStarts::note_sleep(std::string_view replica, bool asleep, Instant now) {
  const auto nap = naps_.find(replica);
  if (asleep)
    naps_.insert_or_assign(std::string(replica), Nap{now, std::nullopt});
  else if (nap != naps_.end() && !nap->second.awake)
    nap->second.awake = now;
}

bool ColdStarts::met_asleep(std::string_view replica, Instant accepted) const {
  const auto nap = naps_.find(replica);
  return nap != naps_.end() && accepted >= nap->second.asleep &&
         (!nap->second.awake || accepted < *nap->second.awake);
}

Start ColdStarts::start_of(std::string_view replica, Instant accepted) {
  using namespace cold_starts_impl;
  if (met_asleep(replica, accepted)) return Start::cold;
  const auto life = lives_.find(replica);
  if (life == lives_.end()) return Start::unknown;
  const bool cold = life->second.served < cold_requests || accepted < life->second.began + cold_for;
  if (life->second.served < cold_requests) ++life->second.served;
  return cold ? Start::cold : Start::warm;
}

}  // namespace foreshock::signals
