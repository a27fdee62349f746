#pragma once
// Reads series back from the store's file, as of the last commit: blocks, and the open buckets behind them.
// For one thread at a time.
#include <vector>

#include "store/block_file.h"
#include "store/bucket_run.h"
#include "store/sqlite.h"

namespace foreshock::store {

class SeriesReader {
 public:
  // FILE has the tables of schema.h and must outlive this.
  static Result<SeriesReader> open(Connection& file);

  // The buckets of GRAIN (10 s, 1 min, 1 h; else none) that begin in [from, to), oldest first: 1 µs each, and
  // 1 µs for each 10 s of the last hour. What a damaged page holds is left out, and logged once.
  Result<std::vector<Bucket>> read(const SeriesKey& key, Duration grain, Instant from, Instant to);

  struct KnownSeries {
    SeriesKey key;
    Instant last_used;  // up to an hour too early
  };
  // Those used since then, the newest first.
  Result<std::vector<KnownSeries>> series_since(Instant last_used);

 private:
  struct Statements {
    Statement find_series, find_bucket, find_borders, sealed_days;
  };
  SeriesReader(Connection& file, BlockFile blocks, Statements statements)
      : file_(&file), blocks_(std::move(blocks)), statements_(std::move(statements)) {}

  Result<int64_t> id_of(const SeriesKey& key);  // 0: unknown
  Result<Instant> sealed_until();
  Result<BucketRun> read_snapshot(const SeriesKey& key, Duration grain, Instant from, Instant to);
  BucketRun read_sealed(BlockKind kind, int64_t series, Instant from, Instant to);
  std::vector<Bucket> read_blocks(BlockKind kind, int64_t series, Instant from, Instant to);
  Result<void> read_open(int64_t series, Instant from, Instant to, std::vector<Bucket>& out);
  void note(const Result<void>& read);

  Connection* file_;
  BlockFile blocks_;
  Statements statements_;
  bool failed_ = false;
};

}  // namespace foreshock::store
