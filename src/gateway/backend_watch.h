#pragma once
// Looks after the backends: at all of them at the start, at those that were lost every moment, and at their
// health and how they compare from time to time. For one of the workers.
#include <memory>
#include <vector>

#include "gateway/backend_probe.h"
#include "mitigate/lease_board.h"

namespace foreshock::gateway {

class BackendWatch {
 public:
  // All outlive it. SEED: of the times at which it looks. DIALS: nullptr, where there are none.
  BackendWatch(net::Reactor& reactor, const Backends& backends, std::span<char> buffer,
               const GatewayOptions& options, uint64_t seed, mitigate::DialReader* dials)
      : reactor_(reactor),
        backends_(backends),
        buffer_(buffer),
        options_(options.health),
        outliers_(options.outliers, backends.size()),
        compare_every_(options.outliers.interval),
        next_comparison_(reactor.now() + compare_every_),
        seed_(seed),
        next_checks_(backends.size(), Instant::min()),
        dials_(dials),
        emptied_(backends.size(), false) {}

  void on_tick(Instant now);

 private:
  void compare(Instant now);
  void note_drains(Instant now);
  bool is_under_way(const Backend& backend) const;
  Duration until_next();

  net::Reactor& reactor_;
  const Backends& backends_;
  const std::span<char> buffer_;
  const mitigate::HealthOptions& options_;
  mitigate::Outliers outliers_;
  const Duration compare_every_;
  Instant next_comparison_;
  uint64_t seed_;
  std::vector<Instant> next_checks_;
  std::vector<std::unique_ptr<BackendProbe>> probes_;
  mitigate::DialReader* const dials_;
  std::vector<bool> emptied_;  // of those that are drained: whether it was said
};

}  // namespace foreshock::gateway
