#pragma once
// Leased dials: what was set, until when. Reading them needs nobody: a lease that has ended holds no more,
// even when whoever set it is dead.
#include <atomic>
#include <mutex>

#include "core/ports.h"
#include "mitigate/audit.h"
#include "mitigate/dials.h"
#include "mitigate/scope.h"

namespace foreshock::mitigate {

class LeaseBoard final : public DialBoard {
 public:
  // AUDIT outlives it; it gets a line for each change, under the board's lock.
  explicit LeaseBoard(AuditLog& audit) : audit_(audit) {}

  std::span<const DialSpec> dials() const override { return mitigate::dials(); }
  Result<DialSetting> set(DialSetting setting, const Warrant& warrant, Instant now) override;
  Result<void> undo(std::string_view dial, const std::optional<Stratum>& scope, const Warrant& warrant,
                    Instant now) override;
  size_t undo_all(const Warrant& warrant, Instant now) override;
  void release(const Warrant& warrant, Instant now) override;
  bool stopped() const override { return stopped_; }
  std::vector<Lease> list(Instant now) const override;
  // Writes the ends of leases into the audit log. For that alone: nothing holds longer for want of it.
  void tick(Instant now);

 private:
  friend class DialReader;

  void expire(Instant now);
  void write(Deed deed, const Warrant& warrant, const DialSetting& setting, std::optional<double> from,
             std::optional<double> to, Instant now);
  // The lease of that dial and scope.
  std::vector<Lease>::iterator find(std::string_view dial, const Stratum& scope);
  // What holds in SCOPE without a lease of its own.
  std::optional<double> around(std::string_view dial, const Stratum& scope) const;
  void changed() { version_.fetch_add(1, std::memory_order_release); }

  AuditLog& audit_;
  mutable std::mutex mutex_;
  std::vector<Lease> leases_;
  std::atomic<uint64_t> version_{0};
  std::atomic<bool> stopped_{false};
};

// How one thread reads the dials. Costs one atomic load while nothing is set and nothing changes; after a
// change it copies the leases, unless somebody is at the board just then: next time, and never a wait.
class DialReader {
 public:
  // BOARD outlives it.
  explicit DialReader(const LeaseBoard& board) : board_(board) {}
  // Nothing: the engine's own.
  std::optional<double> value(Dial dial, const RequestScope& request, Instant now);

 private:
  void catch_up();

  const LeaseBoard& board_;
  uint64_t seen_ = 0;
  std::vector<Lease> leases_;
};

}  // namespace foreshock::mitigate
