#pragma once
// The samples in memory: buckets of 1 s of the last quarter of an hour, and what is not yet on disk of the
// buckets of 10 s. Safe to call from any thread; the calls about flushing come from one.
#include <mutex>
#include <span>
#include <vector>

#include "core/series.h"
#include "core/signal_spec.h"
#include "store/grain.h"
#include "store/series_rows.h"

namespace foreshock::store {

class BucketTable {
 public:
  BucketTable(const SeriesLimits& limits, std::span<const SignalSpec> signals);

  // A series that is on disk already, last written at LAST_USED; at most once each.
  void know(const SeriesKey& key, Instant last_used);

  // About 100 ns a sample. Drops what is older than 48 h, beyond 1e200 or without weight.
  void take(std::span<const Sample> samples, Instant now);
  // About 15 ns a value and stratum, with a sketch 30 ns.
  void take(const SampleGrid& grid, Instant now);

  // The 1 s buckets, or those parts of the 10 s buckets that are not on disk.
  std::vector<Bucket> read(const SeriesKey& key, Duration grain, Instant from, Instant to) const;
  std::vector<SeriesKey> keys() const;  // sorted

  struct Unsaved {
    const SeriesKey* key;
    const std::vector<Bucket>* buckets;
  };
  // What is to be added to the buckets on disk. Valid, and still seen by read(), until end_flush().
  std::vector<Unsaved> begin_flush();
  void end_flush(bool saved);

  // Looks after the next sixtieth of the strata: drops 1 s buckets that are too old (or, above about a
  // million buckets, the oldest), and series without samples for 48 h.
  void tidy(Instant now);

  struct Statistics {
    size_t series = 0;
    uint64_t samples_to_other = 0;
    uint64_t samples_dropped = 0;
  };
  Statistics statistics() const;

 private:
  struct Column;

  bool has_room_in_memory();
  std::vector<Column> columns_of(const SampleGrid& grid, Instant now);
  void add(SeriesEntry& entry, const Column& column, Instant at);
  void move_to_saving(SeriesEntry& entry);

  mutable std::mutex mutex_;
  mutable SeriesRows rows_;
  std::vector<SeriesEntry*> dirty_, saving_;
  size_t fine_count_ = 0, waiting_count_ = 0;
  Statistics statistics_;
};

}  // namespace foreshock::store
