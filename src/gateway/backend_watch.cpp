#include "gateway/backend_watch.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/log.h"
#include "gateway/random_bits.h"

namespace foreshock::gateway {

// What it did is said: how many requests run there still, and when none does.
void BackendWatch::note_drains(Instant now) {
  for (const auto& backend : backends_) {
    const mitigate::RequestScope scope{{}, {}, backend->name};
    const bool drained = dials_->value(mitigate::Dial::drain, scope, now).value_or(0) > 0;
    const int64_t in_flight = backend->in_flight;
    if (backend->drained.exchange(drained) != drained) {
      emptied_[backend->index] = false;
      log::info("gateway", drained ? fmt::format("the backend '{}' is drained: {} requests run there still",
                                                 backend->name, in_flight)
                                   : fmt::format("the backend '{}' is not drained any more", backend->name));
    }
    if (!drained || in_flight > 0 || emptied_[backend->index]) continue;
    emptied_[backend->index] = true;
    log::info("gateway", fmt::format("no request runs at the drained backend '{}'", backend->name));
  }
}

void BackendWatch::on_tick(Instant now) {
  if (dials_ != nullptr) note_drains(now);
  for (const auto& probe : probes_) probe->on_tick(now);
  std::erase_if(probes_, [](const auto& probe) { return probe->done(); });
  for (const auto& backend : backends_) {
    Instant& next = next_checks_[backend->index];
    if ((now < next && !backend->wants_probe(now)) || is_under_way(*backend)) continue;
    next = backend->health_check.made ? now + until_next() : Instant::max();
    probes_.push_back(std::make_unique<BackendProbe>(reactor_, *backend, buffer_, options_));
  }
  if (now < next_comparison_) return;
  next_comparison_ = now + compare_every_;
  compare(now);
}

void BackendWatch::compare(Instant now) {
  std::vector<mitigate::PeerTally> tallies;
  for (const auto& backend : backends_) tallies.push_back(backend->take_tally());
  for (const mitigate::Ejection& ejection : outliers_.judge(tallies, now))
    backends_[ejection.backend]->eject(ejection, now);
}

bool BackendWatch::is_under_way(const Backend& backend) const {
  return std::any_of(probes_.begin(), probes_.end(),
                     [&](const auto& probe) { return &probe->backend() == &backend; });
}

Duration BackendWatch::until_next() {
  seed_ = mixed(seed_);
  return from_seconds(seconds(options_.interval) * (0.8 + 0.4 * unit_interval(seed_)));
}

}  // namespace foreshock::gateway
