#pragma once
// The samples in memory: buckets of 1 s of the last quarter of an hour, and what is not yet on disk of the
// buckets of 10 s. Safe to call from any thread; the four calls about flushing come from one.
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/series.h"
#include "core/signal_spec.h"
#include "store/bucket_run.h"

namespace foreshock::store {

inline constexpr Duration fine_grain = std::chrono::seconds(1);
inline constexpr Duration fine_kept = std::chrono::minutes(15);
inline constexpr Duration coarse_grain = std::chrono::seconds(10);
inline constexpr Duration coarse_kept = std::chrono::hours(48);

// Where samples go whose series there is no room for.
inline constexpr std::string_view other_value = "other";

class BucketTable {
 public:
  BucketTable(int64_t series_cap, std::span<const SignalSpec> signals);

  // A series that is on disk already, last written at LAST_USED; at most once each.
  void know(const SeriesKey& key, Instant last_used);

  // About 1 µs a sample. Drops what is older than 48 h, beyond 1e200 or without weight.
  void take(std::span<const Sample> samples, Instant now);

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

  // Looks after the next sixtieth of the series: drops 1 s buckets that are too old (or, above about a
  // million buckets, the oldest), and series without samples for 48 h.
  void tidy(Instant now);

  struct Statistics {
    size_t series = 0;
    uint64_t samples_to_other = 0;
    uint64_t samples_dropped = 0;
  };
  Statistics statistics() const;

 private:
  struct Entry {
    SeriesKey key;
    bool with_sketch = false;
    Instant last_used;
    BucketRun fine, unsaved, saving;
  };

  bool keepable(const Sample& sample, Instant now) const;
  Entry& entry_for(const SeriesKey& key);
  Entry& add_entry(const SeriesKey& key);
  bool has_room_for(const SeriesKey& key) const;
  void add(Entry& entry, const Sample& sample);
  void add_coarse(Entry& entry, const Sample& sample);

  mutable std::mutex mutex_;
  const size_t series_cap_;
  std::unordered_map<std::string, Rollup> rollups_;
  std::unordered_map<SeriesKey, Entry> entries_;
  std::deque<Entry*> tidy_order_;
  std::vector<Entry*> dirty_, saving_;
  size_t fine_count_ = 0, unsaved_count_ = 0;
  Statistics statistics_;
};

}  // namespace foreshock::store
