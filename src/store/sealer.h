#pragma once
// Turns the open buckets of the store's file into blocks: those of 10 s when their hour is over, those of 1
// min and of 1 h when their day is. What comes late is worked into blocks that are there. For one thread,
// inside its transaction.
#include <optional>

#include "store/block_file.h"
#include "store/sqlite.h"

namespace foreshock::store {

class Sealer {
 public:
  // FILE has the tables of schema.h and must outlive this.
  static Result<Sealer> open(Connection& file);

  // Seals up to about UNITS hours of series; a day of one costs as much as four. About 2 ms a unit. True when
  // all that is over is sealed.
  Result<bool> seal(Instant now, size_t units);
  // Deletes sealed blocks of 10 s of the days that ended before OLDEST; false when there are more.
  Result<bool> forget_coarse_before(Instant oldest);
  // Works BUCKETS of 10 s or of 1 min, all of one day, into the blocks of SERIES (an id). What comes into the
  // same bucket is added to it.
  Result<void> add(int64_t series, const std::vector<Bucket>& buckets);
  // The same for those of 1 h, of a day whose minutes are forgotten.
  Result<void> add_hours(int64_t series, const std::vector<Bucket>& hours);
  // Of the days before NOW those before the first of which there is anything of 10 s count as sealed.
  Result<void> seal_empty_days(Instant now);
  // To be called when a transaction was undone.
  void begin_again() { next_series_ = 0; }

 private:
  struct Statements {
    Statement oldest_open, find_bucket, remove_bucket, next_series, sealed_days, put_sealed_days,
        oldest_block;
  };
  Sealer(BlockFile blocks, Statements statements)
      : blocks_(std::move(blocks)), statements_(std::move(statements)) {}

  Result<bool> seal_hours(Instant open_from, size_t& units);
  Result<bool> seal_days(Instant open_from, size_t& units);
  Result<void> seal_hour(int64_t series, Instant hour);
  Result<void> seal_day(int64_t series, Instant day_start);
  Result<std::vector<Bucket>> take_open(int64_t series, Instant hour);
  Result<void> merge(BlockKind kind, int64_t series, const std::vector<Bucket>& buckets);
  Result<Instant> sealed_until();
  Result<std::optional<Instant>> oldest_coarse_day();
  Result<std::optional<Instant>> oldest_open_day();

  BlockFile blocks_;
  Statements statements_;
  int64_t next_series_ = 0;  // of the day that is being sealed
};

}  // namespace foreshock::store
