#include "store/series_reader.h"

#include <algorithm>

#include "store/bucket_row.h"
#include "store/bucket_table.h"

namespace foreshock::store {

Result<SeriesReader> SeriesReader::open(Connection& file) {
  FORESHOCK_TRY(Statement find_series,
                file.prepare("SELECT id FROM series WHERE signal = ? AND dimension = ? AND value = ?"));
  FORESHOCK_TRY(Statement find_bucket, file.prepare(bucket_row::select));
  FORESHOCK_TRY(Statement find_borders,
                file.prepare("SELECT (SELECT min(start) FROM bucket), (SELECT max(start) FROM bucket)"));
  return SeriesReader(file, {std::move(find_series), std::move(find_bucket), std::move(find_borders)});
}

Result<int64_t> SeriesReader::id_of(const SeriesKey& key) {
  Statement& find = statements_.find_series;
  find.bind(1, key.signal).bind(2, key.stratum.dimension).bind(3, key.stratum.value);
  FORESHOCK_TRY(const bool found, find.step());
  const int64_t id = found ? find.integer(0) : 0;
  find.reset();
  return id;
}

Result<void> SeriesReader::clamp_to_kept(Instant& from, Instant& to) {
  Statement& find = statements_.find_borders;
  FORESHOCK_TRY(const bool found, find.step());
  if (found) {
    from = std::max(from, bucket_row::to_instant(find.integer(0)));
    to = std::min(to, bucket_row::to_instant(find.integer(1)) + coarse_grain);
  }
  find.reset();
  return {};
}

Result<std::vector<Bucket>> SeriesReader::read(const SeriesKey& key, Instant from, Instant to) {
  FORESHOCK_CHECK(file_->run("BEGIN"));  // one snapshot, and one lock instead of one a bucket
  auto buckets = read_snapshot(key, from, to);
  FORESHOCK_CHECK(file_->run("COMMIT"));
  return buckets;
}

Result<std::vector<Bucket>> SeriesReader::read_snapshot(const SeriesKey& key, Instant from, Instant to) {
  std::vector<Bucket> buckets;
  FORESHOCK_TRY(const int64_t series, id_of(key));
  if (series == 0) return buckets;
  FORESHOCK_CHECK(clamp_to_kept(from, to));
  Statement& find = statements_.find_bucket;
  Instant start = bucket_start(from, coarse_grain);
  if (start < from) start += coarse_grain;
  for (; start < to; start += coarse_grain) {
    find.bind(1, bucket_row::to_seconds(start)).bind(2, series);
    FORESHOCK_TRY(const bool found, find.step());
    if (found) buckets.push_back(bucket_row::read(find, start));
    find.reset();
  }
  return buckets;
}

Result<std::vector<SeriesReader::KnownSeries>> SeriesReader::series() {
  FORESHOCK_TRY(Statement all, file_->prepare("SELECT signal, dimension, value, last_used FROM series"));
  std::vector<KnownSeries> known;
  for (;;) {
    FORESHOCK_TRY(const bool row, all.step());
    if (!row) return known;
    known.push_back(
        {SeriesKey{std::string(all.text(0)), Stratum{std::string(all.text(1)), std::string(all.text(2))}},
         bucket_row::to_instant(all.integer(3))});
  }
}

}  // namespace foreshock::store
