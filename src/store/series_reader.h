#pragma once
// Reads the buckets of 10 s back from the store's file, as of the last commit. For one thread at a time.
#include <vector>

#include "store/bucket_run.h"
#include "store/sqlite.h"

namespace foreshock::store {

class SeriesReader {
 public:
  // FILE has the tables of schema.h and must outlive this.
  static Result<SeriesReader> open(Connection& file);

  // The buckets that begin in [from, to), oldest first: about 3 µs each, and 1 µs a hole.
  Result<std::vector<Bucket>> read(const SeriesKey& key, Instant from, Instant to);

  struct KnownSeries {
    SeriesKey key;
    Instant last_used;  // up to an hour too early
  };
  Result<std::vector<KnownSeries>> series();

 private:
  struct Statements {
    Statement find_series, find_bucket, find_borders;
  };
  SeriesReader(Connection& file, Statements statements) : file_(&file), statements_(std::move(statements)) {}

  Result<int64_t> id_of(const SeriesKey& key);  // 0: unknown
  Result<std::vector<Bucket>> read_snapshot(const SeriesKey& key, Instant from, Instant to);
  Result<void> clamp_to_kept(Instant& from, Instant& to);

  Connection* file_;
  Statements statements_;
};

}  // namespace foreshock::store
