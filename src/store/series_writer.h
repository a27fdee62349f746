#pragma once
// Adds buckets of 10 s to the store's file and forgets old ones. For one thread; nothing is seen by readers
// before commit().
#include <optional>
#include <span>
#include <unordered_map>

#include "store/bucket_table.h"
#include "store/sqlite.h"

namespace foreshock::store {

class SeriesWriter {
 public:
  static Result<SeriesWriter> open(Connection file);

  // Begins a transaction, if none is open, and adds DELTAS to the buckets on disk. About 15 µs a bucket.
  Result<void> add(std::span<const BucketTable::Unsaved> deltas);
  // Deletes buckets that began before OLDEST and series that have none left.
  Result<void> forget_before(Instant oldest);
  // Makes what was done since the last commit visible and lasting.
  Result<void> commit();
  // Undoes what was done since the last commit.
  void roll_back();

 private:
  struct KnownSeries {
    int64_t id = 0;
    Instant last_used;  // as it stands in the file
  };
  struct Statements {
    Statement insert_series, find_series, use_series, find_bucket, put_bucket, forget_buckets, forget_series;
  };

  SeriesWriter(Connection file, Statements statements)
      : file_(std::move(file)), statements_(std::move(statements)) {}

  Result<void> begin();
  Result<KnownSeries> find_or_add(const SeriesKey& key, Instant used);
  Result<void> note_use(KnownSeries& series, Instant used);
  Result<void> add_bucket(int64_t series, const Bucket& delta);

  Connection file_;
  Statements statements_;
  std::unordered_map<SeriesKey, KnownSeries> known_;
  bool in_transaction_ = false;
};

}  // namespace foreshock::store
