#pragma once
// The store: takes samples and observations, keeps them in data_dir, gives them back. Safe to call from any
// thread; taking never waits for the disk.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/option.h"
#include "core/ports.h"
#include "core/result.h"
#include "core/signal_spec.h"
#include "store/noun_shelf.h"

namespace foreshock::store {

struct StoreOptions {
  std::string data_dir = "./foreshock-data";
  Duration flush_every = std::chrono::seconds(1);
  Bytes observation_ring{64 * 1024 * 1024};
  int64_t series_cap = 20'000;
};
OptionSet store_options();

struct StoreStatistics {
  size_t series = 0;
  size_t observations_kept = 0;
  uint64_t samples_to_other = 0;      // of series for which the cap left no room
  uint64_t samples_dropped = 0;       // older than 48 h, not finite, or taken while the disk failed for long
  uint64_t write_errors = 0;          // flushes that failed; their samples were kept for the next
  std::optional<Instant> last_flush;  // when the last good flush began: samples taken before it are on disk
};

class Store final : public ObservationSink, public SeriesSink {
 public:
  // Makes data_dir when it is missing. SIGNALS tells how each signal is rolled up; an unknown one is kept as
  // mean. CLOCK must outlive the store. Errors: io (disk, damage, in use by another process), newer_format.
  static Result<std::unique_ptr<Store>> open(const StoreOptions& options, const Clock& clock,
                                             std::span<const SignalSpec> signals);
  ~Store() override;  // flushes

  // Gaps and because are not kept. Survives a SIGKILL at once.
  void take(const Observation& observation) override;
  // Survive a SIGKILL after flush_every. Those of new series beyond the cap go to the value "other" of their
  // dimension.
  void take(std::span<const Sample> samples) override;

  // The buckets that begin in [from, to). Grains: 1 s (the last 15 minutes, since the start of the process)
  // and 10 s (48 h); any other is empty. Reads the disk: about 3 µs a bucket.
  SeriesView read(const SeriesKey& key, Duration grain, Instant from, Instant to) const;
  std::vector<SeriesKey> keys() const;  // sorted
  // Last taken first; only those that ended within NOT_OLDER_THAN.
  std::vector<Observation> newest(size_t limit, Duration not_older_than) const;
  // One more than the highest number among the observations ever taken into this data_dir's ring.
  uint64_t next_observation_number() const;

  // Keeps what the loop made; one of the same id is replaced. On disk with the next flush, seen at once.
  void keep_noun(KeptNoun noun);
  std::optional<KeptNoun> noun(Identity id) const;
  // Those of the kind with AT in [from, to), newest first, at most LIMIT.
  std::vector<KeptNoun> nouns(Noun kind, Instant from, Instant to, size_t limit) const;
  // One more than the highest number of the kind that is kept.
  uint64_t next_noun_number(Noun kind) const;

  // Brings to disk what waits; the store does so itself every flush_every.
  void flush();
  StoreStatistics statistics() const;

 private:
  struct Parts;
  explicit Store(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace foreshock::store
