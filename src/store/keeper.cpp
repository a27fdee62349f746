#include "store/keeper.h"

#include <algorithm>

#include "store/bucket_row.h"

namespace foreshock::store {
namespace keeper_impl {

constexpr Duration forget_every = std::chrono::hours(1);
// Blocks of 10 s stay for what may come late and waits to be sealed.
constexpr Duration coarse_slack = std::chrono::hours(2);
constexpr double units_a_second = 64, most_units = 4096;

}  // namespace keeper_impl

Result<Keeper> Keeper::open(Connection& file, const Retention& retention) {
  FORESHOCK_TRY(Sealer sealer, Sealer::open(file));
  FORESHOCK_TRY(BlockFile blocks, BlockFile::open(file));
  FORESHOCK_TRY(Statement forget_series, file.prepare("DELETE FROM series WHERE last_used < ?"));
  FORESHOCK_TRY(Statement forget_nouns, file.prepare("DELETE FROM noun WHERE at < ?"));
  return Keeper(std::move(sealer), std::move(blocks), {std::move(forget_series), std::move(forget_nouns)},
                retention);
}

Result<void> Keeper::work(Instant now) {
  using namespace keeper_impl;
  if (worked_at_ == Instant{}) worked_at_ = now;
  const double units = std::clamp(units_a_second * seconds(now - worked_at_), units_a_second, most_units);
  FORESHOCK_TRY(const bool all_sealed, sealer_.seal(now, static_cast<size_t>(units)));
  worked_at_ = now;
  if (!all_sealed || now < forget_at_) return {};
  FORESHOCK_TRY(const bool all_forgotten, forget(now));
  if (all_forgotten) forget_at_ = now + forget_every;
  return {};
}

Result<bool> Keeper::forget(Instant now) {
  FORESHOCK_TRY(const bool coarse,
                sealer_.forget_coarse_before(now - retention_.coarse - keeper_impl::coarse_slack));
  FORESHOCK_TRY(const bool minutes, blocks_.forget_before(BlockKind::minute, now - retention_.minute));
  FORESHOCK_TRY(const bool hours, blocks_.forget_before(BlockKind::hour, now - retention_.hour));
  if (!coarse || !minutes || !hours) return false;
  // last_used lags behind by up to an hour.
  const Instant unused_since = bucket_start(now - retention_.hour, hour_block) - std::chrono::hours(1);
  FORESHOCK_CHECK(statements_.forget_series.bind(1, bucket_row::to_seconds(unused_since)).run());
  const auto oldest_noun = (now - retention_.hour).time_since_epoch().count();
  FORESHOCK_CHECK(statements_.forget_nouns.bind(1, oldest_noun).run());
  return true;
}

}  // namespace foreshock::store
