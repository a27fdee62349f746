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
#include "store/ledger.h"
#include "store/noun_shelf.h"

namespace foreshock::store {

struct StoreOptions {
  std::string data_dir = "./foreshock-data";
  Duration flush_every = std::chrono::seconds(1);
  Bytes observation_ring{64 * 1024 * 1024};
  Ratio observation_share{0.02};
  Bytes observation_space{2'000'000'000};
  int64_t series_cap = 20'000;
  int64_t labels_per_dimension = 500;
};
OptionSet store_options();

struct StoreStatistics {
  size_t series = 0;
  size_t observations_kept = 0;
  uint64_t samples_to_other = 0;      // of series for which the cap left no room
  uint64_t samples_dropped = 0;       // older than 48 h, not finite, or taken while the disk failed for long
  uint64_t observations_dropped = 0;  // not kept for long: taken while the disk failed
  uint64_t write_errors = 0;          // flushes that failed; their samples were kept for the next
  uint64_t ledger_lost = 0;           // attempts that no total counts
  std::optional<Instant> last_flush;  // when the last good flush began: samples taken before it are on disk
  bool in_memory = false;             // no file could be used: all is lost with the process
  std::string trouble;                // what people should know of the files, one line; empty: nothing
};

// How far back buckets of 1 s go: nothing before KEPT_FROM, not all before COMPLETE_FROM.
struct FineReach {
  Instant kept_from, complete_from;
};

class Store final : public ObservationSink, public SeriesSink {
 public:
  // Makes data_dir when it is missing. SIGNALS tells how each signal is rolled up; an unknown one is kept as
  // mean. CLOCK must outlive the store. A damaged file is set aside; where no file can be used the store
  // lives in memory, with shorter times: see statistics().trouble. Errors: bad_config (in use by another
  // process, another program's file), newer_format.
  static Result<std::unique_ptr<Store>> open(const StoreOptions& options, const Clock& clock,
                                             std::span<const SignalSpec> signals);
  ~Store() override;  // flushes

  // Gaps and because are not kept. In the ring it survives a SIGKILL at once; failures and a share of the
  // rest are kept for 35 days, from the next flush on.
  void take(const Observation& observation) override;
  // Keeps one for 35 days that is still in the ring, because of REASON (an identity, say).
  void keep(Identity observation, std::string_view reason);
  // Survive a SIGKILL after flush_every. Those of new series beyond the cap go to the value "other" of their
  // dimension.
  void take(std::span<const Sample> samples) override;
  // The same for what one observation adds to many series: a tenth of the cost.
  void take(const SampleGrid& grid);

  // The buckets that begin in [from, to). Grains: 1 s (the last 15 minutes, since the start of the process),
  // 10 s (48 h), 1 min (35 days; of distributions the nine quantiles of store/sketch_columns.h) and 1 h (400
  // days); any other is empty. The bucket that is open now is among them. Counts are exact; once their hour
  // is over, sums are within 0.004 % and min and max within 1 %. Reads the disk: docs/benchmarks.md.
  SeriesView read(const SeriesKey& key, Duration grain, Instant from, Instant to) const;
  FineReach fine_reach() const;
  // Those with samples within the last 48 h, sorted; older ones can be read by their key.
  std::vector<SeriesKey> keys() const;
  // Last taken first; only those that ended within NOT_OLDER_THAN.
  std::vector<Observation> newest(size_t limit, Duration not_older_than) const;
  // In the ring, or among those kept for long.
  std::optional<Observation> observation(Identity id) const;
  // Those kept for long that ended in [from, to), last first, at most LIMIT.
  std::vector<Observation> kept_observations(Instant from, Instant to, size_t limit) const;
  // One more than the highest number among the observations ever taken into this data_dir.
  uint64_t next_observation_number() const;

  // Who used how many tokens on the days (UTC) that [from, to) touches, newest first; KEY empty: everybody.
  // As of the last flush. Kept for 400 days. Errors: io.
  Result<std::vector<LedgerTotal>> ledger(Instant from, Instant to, std::string_view key = "") const;

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
