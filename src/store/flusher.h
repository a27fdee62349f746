#pragma once
// Brings what is in the bucket table to disk. flush() is for one thread; a flush that fails is logged once,
// counted, and its samples wait in the table for the next.
#include <mutex>
#include <optional>

#include "store/bucket_table.h"
#include "store/series_writer.h"

namespace foreshock::store {

class Flusher {
 public:
  // COMMITTING is held while the samples move from the table to the file as others see them.
  Flusher(BucketTable& table, SeriesWriter writer, std::mutex& committing, const Clock& clock);

  void flush();

  struct Statistics {
    std::optional<Instant> last_flush;  // when the last good one began: what was taken before is on disk
    uint64_t write_errors = 0;
  };
  Statistics statistics() const;

 private:
  Result<void> save(Instant now);
  Result<void> stage(std::span<const BucketTable::Unsaved> unsaved, Instant now);
  void note(const Result<void>& result, Instant began);

  BucketTable& table_;
  SeriesWriter writer_;
  std::mutex& committing_;
  const Clock& clock_;
  Instant forget_at_;
  mutable std::mutex mutex_;
  Statistics statistics_;
  bool failing_ = false;
};

}  // namespace foreshock::store
