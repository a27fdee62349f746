#pragma once
// Adds the open buckets of 10 s to the store's file. For one thread, inside its transaction.
#include <memory>
#include <span>
#include <unordered_map>

#include "store/bucket_table.h"
#include "store/sqlite.h"
#include "store/waiting.h"

namespace foreshock::store {

class SeriesWriter {
 public:
  SeriesWriter() = default;  // of no file: each call is an error
  // FILE has the tables of schema.h and must outlive this.
  static Result<SeriesWriter> open(Connection& file);

  // Adds DELTAS to the buckets in the file. About 15 µs a bucket.
  Result<void> add(std::span<const BucketTable::Unsaved> deltas);
  // The id of a series that is known, or made; it was used at USED.
  Result<int64_t> id_of(const SeriesKey& key, Instant used);
  // To be called when a transaction was undone, and now and then: series without use are deleted by others.
  void forget_ids() { known_.clear(); }

 private:
  struct KnownSeries {
    int64_t id = 0;
    Instant last_used;  // as it stands in the file
  };
  struct Statements {
    Statement insert_series, find_series, use_series, find_bucket, put_bucket;
  };

  explicit SeriesWriter(Statements statements) : statements_(std::move(statements)) {}

  Result<KnownSeries> find_or_add(const SeriesKey& key, Instant used);
  Result<void> note_use(KnownSeries& series, Instant used);
  Result<void> add_bucket(int64_t series, const Bucket& delta);

  Statements statements_;
  std::unordered_map<SeriesKey, KnownSeries> known_;
};

// What waits in a table, for the flush.
class WaitingSeries final : public Waiting {
 public:
  // FILE as that of a SeriesWriter.
  static Result<std::unique_ptr<WaitingSeries>> open(BucketTable& table, Connection& file);

  Result<void> stage(Instant now) override;
  void settle(bool saved) override;
  void let_go() override { writer_ = {}; }
  Result<void> reopen(Connection& writing, Connection& reading) override;

 private:
  explicit WaitingSeries(BucketTable& table) : table_(table) {}

  BucketTable& table_;
  SeriesWriter writer_;
  Instant staged_at_, ids_until_;
};

}  // namespace foreshock::store
