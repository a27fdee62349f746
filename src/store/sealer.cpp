#include "store/sealer.h"

#include <algorithm>
#include <optional>

#include "store/bucket_row.h"
#include "store/roll_up.h"

namespace foreshock::store {
namespace sealer_impl {

constexpr Duration lateness = std::chrono::minutes(5);  // an hour stays open for so much longer
constexpr size_t units_of_a_day = 4;

}  // namespace sealer_impl

Result<Sealer> Sealer::open(Connection& file) {
  FORESHOCK_TRY(BlockFile blocks, BlockFile::open(file));
  FORESHOCK_TRY(Statement oldest_open,
                file.prepare("SELECT start, series FROM bucket ORDER BY start, series LIMIT 1"));
  FORESHOCK_TRY(Statement find_bucket, file.prepare(bucket_row::select));
  FORESHOCK_TRY(Statement remove_bucket, file.prepare("DELETE FROM bucket WHERE start = ? AND series = ?"));
  FORESHOCK_TRY(Statement next_series, file.prepare("SELECT min(id) FROM series WHERE id > ?"));
  FORESHOCK_TRY(Statement sealed_days, file.prepare("SELECT value FROM figure WHERE name = 'sealed_days'"));
  FORESHOCK_TRY(Statement put_sealed_days,
                file.prepare("UPDATE figure SET value = ? WHERE name = 'sealed_days'"));
  FORESHOCK_TRY(Statement oldest_block, file.prepare("SELECT min(id) FROM block_10"));
  return Sealer(std::move(blocks), {std::move(oldest_open), std::move(find_bucket), std::move(remove_bucket),
                                    std::move(next_series), std::move(sealed_days),
                                    std::move(put_sealed_days), std::move(oldest_block)});
}

Result<bool> Sealer::seal(Instant now, size_t units) {
  const Instant open_from = bucket_start(now - sealer_impl::lateness, coarse_block);
  FORESHOCK_TRY(const bool hours_done, seal_hours(open_from, units));
  return hours_done ? seal_days(open_from, units) : false;
}

Result<bool> Sealer::seal_hours(Instant open_from, size_t& units) {
  Statement& oldest = statements_.oldest_open;
  for (; units > 0; --units) {
    FORESHOCK_TRY(const bool found, oldest.step());
    const Instant start = found ? bucket_row::to_instant(oldest.integer(0)) : open_from;
    const int64_t series = found ? oldest.integer(1) : 0;
    oldest.reset();
    if (start >= open_from) return true;
    FORESHOCK_CHECK(seal_hour(series, bucket_start(start, coarse_block)));
  }
  return false;
}

Result<void> Sealer::seal_hour(int64_t series, Instant hour) {
  FORESHOCK_TRY(const auto open, take_open(series, hour));
  return add(series, open);
}

Result<void> Sealer::add(int64_t series, const std::vector<Bucket>& buckets) {
  if (buckets.empty()) return {};
  FORESHOCK_TRY(const Instant sealed, sealed_until());
  FORESHOCK_TRY(const auto oldest, oldest_coarse_day());
  const Instant day_start = bucket_start(buckets.front().start, day);
  const bool day_is_sealed = day_start < sealed;
  if (day_is_sealed && (!oldest || day_start < *oldest)) {  // its blocks of 10 s are forgotten
    for (const BlockKind kind : {BlockKind::minute, BlockKind::hour})
      FORESHOCK_CHECK(merge(kind, series, roll_up(buckets, shape_of(kind).grain).buckets()));
    return {};
  }
  for (auto first = buckets.begin(); first != buckets.end();) {
    const Instant hour = bucket_start(first->start, coarse_block);
    const auto last = std::find_if(
        first, buckets.end(), [&](const Bucket& b) { return bucket_start(b.start, coarse_block) != hour; });
    FORESHOCK_CHECK(merge(BlockKind::coarse, series, std::vector<Bucket>(first, last)));
    first = last;
  }
  return day_is_sealed ? seal_day(series, day_start) : Result<void>{};
}

Result<void> Sealer::add_hours(int64_t series, const std::vector<Bucket>& hours) {
  return merge(BlockKind::hour, series, hours);
}

Result<void> Sealer::seal_empty_days(Instant now) {
  FORESHOCK_TRY(const Instant sealed, sealed_until());
  FORESHOCK_TRY(const auto coarse, oldest_coarse_day());
  FORESHOCK_TRY(const auto open, oldest_open_day());
  Instant until = bucket_start(now - sealer_impl::lateness, day);
  for (const auto& used : {coarse, open}) until = std::min(until, used.value_or(until));
  if (until <= sealed) return {};
  return statements_.put_sealed_days.bind(1, until.time_since_epoch() / day).run();
}

// The rows of SERIES in the hour, taken out of the table.
Result<std::vector<Bucket>> Sealer::take_open(int64_t series, Instant hour) {
  std::vector<Bucket> buckets;
  Statement& find = statements_.find_bucket;
  Statement& remove = statements_.remove_bucket;
  for (Instant start = hour; start < hour + coarse_block; start += coarse_grain) {
    find.bind(1, bucket_row::to_seconds(start)).bind(2, series);
    FORESHOCK_TRY(const bool found, find.step());
    if (found) buckets.push_back(bucket_row::read(find, start));
    find.reset();
    if (found) FORESHOCK_CHECK(remove.bind(1, bucket_row::to_seconds(start)).bind(2, series).run());
  }
  return buckets;
}

// Adds BUCKETS, all in one block, to those that are there.
Result<void> Sealer::merge(BlockKind kind, int64_t series, const std::vector<Bucket>& buckets) {
  if (buckets.empty()) return {};
  const Duration span = shape_of(kind).span;
  const Instant start = bucket_start(buckets.front().start, span);
  std::vector<Bucket> sealed;
  FORESHOCK_CHECK(blocks_.read(kind, series, start, start + span, sealed));
  if (sealed.empty()) return blocks_.put(kind, series, start, buckets);
  BucketRun run(std::move(sealed));
  run.merge(BucketRun(buckets));
  return blocks_.put(kind, series, start, run.buckets());
}

// The blocks of 10 s tell all of the day: what was made of it before is replaced.
Result<void> Sealer::seal_day(int64_t series, Instant day_start) {
  std::vector<Bucket> coarse, hours;
  FORESHOCK_CHECK(blocks_.read(BlockKind::coarse, series, day_start, day_start + day, coarse));
  if (coarse.empty()) return {};
  FORESHOCK_CHECK(blocks_.put(BlockKind::minute, series, day_start, roll_up(coarse, minute_grain).buckets()));
  const Instant start = bucket_start(day_start, hour_block);
  FORESHOCK_CHECK(blocks_.read(BlockKind::hour, series, start, start + hour_block, hours));
  const auto of_the_day = [&](const Bucket& b) { return b.start >= day_start && b.start < day_start + day; };
  hours.erase(std::remove_if(hours.begin(), hours.end(), of_the_day), hours.end());
  BucketRun run(std::move(hours));
  run.merge(roll_up(coarse, hour_grain));
  return blocks_.put(BlockKind::hour, series, start, run.buckets());
}

Result<Instant> Sealer::sealed_until() {
  FORESHOCK_TRY(const int64_t days, statements_.sealed_days.integer_or_zero());
  return Instant{days * day};
}

// The oldest day that has blocks of 10 s.
Result<std::optional<Instant>> Sealer::oldest_coarse_day() {
  FORESHOCK_TRY(const int64_t oldest, statements_.oldest_block.integer_or_zero());
  if (oldest == 0) return std::nullopt;
  return bucket_start(start_of_block(BlockKind::coarse, oldest), day);
}

Result<std::optional<Instant>> Sealer::oldest_open_day() {
  Statement& oldest = statements_.oldest_open;
  FORESHOCK_TRY(const bool found, oldest.step());
  const Instant start = found ? bucket_row::to_instant(oldest.integer(0)) : Instant{};
  oldest.reset();
  if (!found) return std::nullopt;
  return bucket_start(start, day);
}

Result<bool> Sealer::seal_days(Instant open_from, size_t& units) {
  FORESHOCK_TRY(const Instant sealed, sealed_until());
  FORESHOCK_TRY(const auto oldest, oldest_coarse_day());
  if (!oldest) return true;
  Instant day_start = std::max(sealed, *oldest);
  while (day_start + day <= open_from) {
    if (units < sealer_impl::units_of_a_day) return false;
    units -= sealer_impl::units_of_a_day;
    statements_.next_series.bind(1, next_series_);
    FORESHOCK_TRY(next_series_, statements_.next_series.integer_or_zero());
    if (next_series_ != 0) {
      FORESHOCK_CHECK(seal_day(next_series_, day_start));
      continue;
    }
    day_start += day;
    FORESHOCK_CHECK(statements_.put_sealed_days.bind(1, day_start.time_since_epoch() / day).run());
  }
  return true;
}

Result<bool> Sealer::forget_coarse_before(Instant oldest) {
  FORESHOCK_TRY(const Instant sealed, sealed_until());
  return blocks_.forget_before(BlockKind::coarse, bucket_start(std::min(oldest, sealed), day));
}

}  // namespace foreshock::store
