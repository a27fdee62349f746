#include "store/series_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/log.h"
#include "store/bucket_row.h"
#include "store/roll_up.h"

namespace foreshock::store {
namespace series_reader_impl {

std::optional<BlockKind> kind_of(Duration grain) {
  for (const BlockKind kind : {BlockKind::coarse, BlockKind::minute, BlockKind::hour})
    if (shape_of(kind).grain == grain) return kind;
  return std::nullopt;
}

}  // namespace series_reader_impl

Result<SeriesReader> SeriesReader::open(Connection& file) {
  FORESHOCK_TRY(BlockFile blocks, BlockFile::open(file));
  FORESHOCK_TRY(Statement find_series,
                file.prepare("SELECT id FROM series WHERE signal = ? AND dimension = ? AND value = ?"));
  FORESHOCK_TRY(Statement find_bucket, file.prepare(bucket_row::select));
  FORESHOCK_TRY(Statement find_borders,
                file.prepare("SELECT (SELECT min(start) FROM bucket), (SELECT max(start) FROM bucket)"));
  FORESHOCK_TRY(Statement sealed_days, file.prepare("SELECT value FROM figure WHERE name = 'sealed_days'"));
  return SeriesReader(
      file, std::move(blocks),
      {std::move(find_series), std::move(find_bucket), std::move(find_borders), std::move(sealed_days)});
}

Result<int64_t> SeriesReader::id_of(const SeriesKey& key) {
  Statement& find = statements_.find_series;
  find.bind(1, key.signal).bind(2, key.stratum.dimension).bind(3, key.stratum.value);
  return find.integer_or_zero();
}

// Before then blocks of 1 min and 1 h are complete.
Result<Instant> SeriesReader::sealed_until() {
  FORESHOCK_TRY(const int64_t days, statements_.sealed_days.integer_or_zero());
  return Instant{days * day};
}

Result<std::vector<Bucket>> SeriesReader::read(const SeriesKey& key, Duration grain, Instant from,
                                               Instant to) {
  FORESHOCK_CHECK(file_->run("BEGIN"));  // one snapshot, and one lock instead of one a bucket
  auto run = read_snapshot(key, grain, from, to);
  FORESHOCK_CHECK(file_->run("COMMIT"));
  if (!run) return tl::unexpected(std::move(run).error());
  return std::move(*run).release();
}

Result<BucketRun> SeriesReader::read_snapshot(const SeriesKey& key, Duration grain, Instant from,
                                              Instant to) {
  const auto kind = series_reader_impl::kind_of(grain);
  if (!kind) return BucketRun{};
  FORESHOCK_TRY(const int64_t series, id_of(key));
  if (series == 0) return BucketRun{};
  from = next_bucket_start(from, grain);
  to = next_bucket_start(to, grain);
  BucketRun run = read_sealed(*kind, series, from, to);
  std::vector<Bucket> open;
  note(read_open(series, from, to, open));
  run.merge(roll_up(open, grain));
  return run;
}

// Of days that are not sealed the coarse blocks tell all.
BucketRun SeriesReader::read_sealed(BlockKind kind, int64_t series, Instant from, Instant to) {
  if (kind == BlockKind::coarse) return BucketRun(read_blocks(kind, series, from, to));
  const auto until = sealed_until();
  if (!until) note(tl::unexpected(until.error()));
  const Instant sealed = until.value_or(Instant{});
  std::vector<Bucket> buckets = read_blocks(kind, series, from, std::min(to, sealed));
  const BucketRun rolled =
      roll_up(read_blocks(BlockKind::coarse, series, std::max(from, sealed), to), shape_of(kind).grain);
  buckets.insert(buckets.end(), rolled.buckets().begin(), rolled.buckets().end());
  return BucketRun(std::move(buckets));
}

std::vector<Bucket> SeriesReader::read_blocks(BlockKind kind, int64_t series, Instant from, Instant to) {
  std::vector<Bucket> buckets;
  note(blocks_.read(kind, series, from, to, buckets));
  return buckets;
}

void SeriesReader::note(const Result<void>& read) {
  if (!read && !std::exchange(failed_, true))
    log::error("store", fmt::format("older samples cannot all be read: {}", read.error().text()));
}

Result<void> SeriesReader::read_open(int64_t series, Instant from, Instant to, std::vector<Bucket>& out) {
  Statement& borders = statements_.find_borders;
  FORESHOCK_TRY(const bool found, borders.step());
  if (found) {
    from = std::max(from, bucket_row::to_instant(borders.integer(0)));
    to = std::min(to, bucket_row::to_instant(borders.integer(1)) + coarse_grain);
  }
  borders.reset();
  Statement& find = statements_.find_bucket;
  for (Instant start = from; start < to; start += coarse_grain) {
    find.bind(1, bucket_row::to_seconds(start)).bind(2, series);
    FORESHOCK_TRY(const bool row, find.step());
    if (row) out.push_back(bucket_row::read(find, start));
    find.reset();
  }
  return {};
}

Result<std::vector<SeriesReader::KnownSeries>> SeriesReader::series_since(Instant last_used) {
  FORESHOCK_TRY(Statement all, file_->prepare("SELECT signal, dimension, value, last_used FROM series WHERE "
                                              "last_used >= ? ORDER BY last_used DESC"));
  all.bind(1, bucket_row::to_seconds(last_used));
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
