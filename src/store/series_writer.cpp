#include "store/series_writer.h"

#include "store/bucket_row.h"

namespace foreshock::store {
namespace series_writer_impl {

// The file's last_used may lag behind by this much: it saves one write a series and flush.
constexpr Duration use_slack = std::chrono::hours(1);
constexpr Duration ids_kept = std::chrono::hours(1);

}  // namespace series_writer_impl

Result<SeriesWriter> SeriesWriter::open(Connection& file) {
  FORESHOCK_TRY(Statement insert_series,
                file.prepare("INSERT INTO series(signal, dimension, value, last_used) VALUES(?, ?, ?, ?) "
                             "ON CONFLICT DO NOTHING"));
  FORESHOCK_TRY(
      Statement find_series,
      file.prepare("SELECT id, last_used FROM series WHERE signal = ? AND dimension = ? AND value = ?"));
  FORESHOCK_TRY(Statement use_series, file.prepare("UPDATE series SET last_used = ? WHERE id = ?"));
  FORESHOCK_TRY(Statement find_bucket, file.prepare(bucket_row::select));
  FORESHOCK_TRY(
      Statement put_bucket,
      file.prepare("INSERT OR REPLACE INTO bucket(start, series, count, sum, min, max, sketch) VALUES(?, ?, "
                   "?, ?, ?, ?, ?)"));
  return SeriesWriter({std::move(insert_series), std::move(find_series), std::move(use_series),
                       std::move(find_bucket), std::move(put_bucket)});
}

Result<void> SeriesWriter::add(std::span<const BucketTable::Unsaved> deltas) {
  for (const auto& [key, buckets] : deltas) {
    if (buckets->empty()) continue;
    FORESHOCK_TRY(const KnownSeries series, find_or_add(*key, buckets->back().start));
    for (const Bucket& bucket : *buckets) FORESHOCK_CHECK(add_bucket(series.id, bucket));
  }
  return {};
}

Result<int64_t> SeriesWriter::id_of(const SeriesKey& key, Instant used) {
  FORESHOCK_TRY(const KnownSeries series, find_or_add(key, used));
  return series.id;
}

Result<SeriesWriter::KnownSeries> SeriesWriter::find_or_add(const SeriesKey& key, Instant used) {
  KnownSeries& series = known_[key];
  if (series.id == 0) {
    const auto& [dimension, value] = key.stratum;
    statements_.insert_series.bind(1, key.signal)
        .bind(2, dimension)
        .bind(3, value)
        .bind(4, bucket_row::to_seconds(used));
    FORESHOCK_CHECK(statements_.insert_series.run());
    statements_.find_series.bind(1, key.signal).bind(2, dimension).bind(3, value);
    FORESHOCK_TRY(const bool found, statements_.find_series.step());
    if (!found) return fail(Code::internal, "a series that was just added is missing: " + key.signal);
    series = {statements_.find_series.integer(0), bucket_row::to_instant(statements_.find_series.integer(1))};
    statements_.find_series.reset();
  }
  FORESHOCK_CHECK(note_use(series, used));
  return series;
}

Result<void> SeriesWriter::note_use(KnownSeries& series, Instant used) {
  if (used < series.last_used + series_writer_impl::use_slack) return {};
  statements_.use_series.bind(1, bucket_row::to_seconds(used)).bind(2, series.id);
  FORESHOCK_CHECK(statements_.use_series.run());
  series.last_used = used;
  return {};
}

Result<void> SeriesWriter::add_bucket(int64_t series, const Bucket& delta) {
  Statement& find = statements_.find_bucket;
  find.bind(1, bucket_row::to_seconds(delta.start)).bind(2, series);
  FORESHOCK_TRY(const bool found, find.step());
  Bucket whole = found ? bucket_row::read(find, delta.start) : Bucket{};
  find.reset();
  whole.start = delta.start;
  whole.merge(delta);
  const std::string sketch = encode_sketch(whole.sketch);
  statements_.put_bucket.bind(1, bucket_row::to_seconds(whole.start))
      .bind(2, series)
      .bind(3, whole.count)
      .bind(4, whole.sum)
      .bind(5, whole.min)
      .bind(6, whole.max)
      .bind_blob(7, sketch);
  return statements_.put_bucket.run();
}

Result<std::unique_ptr<WaitingSeries>> WaitingSeries::open(BucketTable& table, Connection& file) {
  std::unique_ptr<WaitingSeries> series(new WaitingSeries(table));
  FORESHOCK_CHECK(series->reopen(file, file));
  return series;
}

Result<void> WaitingSeries::reopen(Connection& writing, Connection&) {
  FORESHOCK_TRY(writer_, SeriesWriter::open(writing));
  return {};
}

Result<void> WaitingSeries::stage(Instant now) {
  staged_at_ = now;
  if (now >= ids_until_) {
    writer_.forget_ids();
    ids_until_ = now + series_writer_impl::ids_kept;
  }
  return writer_.add(table_.begin_flush());
}

void WaitingSeries::settle(bool saved) {
  table_.end_flush(saved);
  if (!saved) writer_.forget_ids();
  table_.tidy(staged_at_);
}

}  // namespace foreshock::store
