#pragma once
// Observations that are kept for weeks: every failure, what somebody refers to, and a uniform share of all.
// What is chosen waits in memory for the flush. Safe to call from any thread.
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/option.h"
#include "store/grain.h"
#include "store/observation_ring.h"
#include "store/sqlite.h"
#include "store/waiting.h"

namespace foreshock::store {

struct ArchiveLimits {
  Ratio share{0.02};          // of all that did not fail
  Bytes size{2'000'000'000};  // of records; the oldest go first
  Duration kept = Retention{}.observation;
};

// The observation in the column record; nothing when it is damaged.
std::optional<Observation> observation_from_blob(std::string_view blob);

class ObservationArchive final : public Waiting {
 public:
  // RING is where keep() finds observations. The connections are to a file with the tables of schema.h. All
  // must outlive this.
  static Result<std::unique_ptr<ObservationArchive>> open(Connection& writing, Connection& reading,
                                                          const ObservationRing& ring,
                                                          const ArchiveLimits& limits);

  // Keeps OBSERVATION if it failed or belongs to the share, which its number decides. 50 ns, or 1 µs when
  // kept.
  void take(const Observation& observation);
  // Keeps one that is in the ring still, because of REASON. It is looked up with the next flush.
  void keep(Identity observation, std::string_view reason);

  // From the file alone: what was chosen before the last flush.
  std::optional<Observation> find(Identity observation) const;
  // Those that ended in [from, to), last first, at most LIMIT. About 5 µs each.
  std::vector<Observation> list(Instant from, Instant to, size_t limit) const;

  // Chosen, but not kept: too many waited for the disk.
  uint64_t dropped() const;

  Result<void> stage(Instant now) override;
  void settle(bool saved) override;
  void let_go() override { statements_ = {}; }
  Result<void> reopen(Connection& writing, Connection& reading) override;

 private:
  struct Chosen {
    std::string reason;
    std::optional<ObservationRecord> record;  // else it is to be found in the ring
  };
  struct Statements {
    Statement put, change_reason, bytes, add_bytes, forget_old, forget_oldest, find, list;
  };
  ObservationArchive(const ObservationRing& ring, const ArchiveLimits& limits)
      : ring_(ring), limits_(limits) {}

  void choose(uint64_t number, Chosen chosen);
  Result<int64_t> put(uint64_t number, const Chosen& chosen);
  Result<int64_t> remove(Statement& statement);
  Result<void> trim(Instant now, int64_t added);

  Connection* writing_ = nullptr;
  const ObservationRing& ring_;
  const ArchiveLimits limits_;
  mutable std::mutex mutex_;  // guards what waits, and the statements that read
  mutable Statements statements_;
  std::unordered_map<uint64_t, Chosen> waiting_, staged_;  // by number
  uint64_t dropped_ = 0;
};

}  // namespace foreshock::store
