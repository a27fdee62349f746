#include "store/flusher.h"

#include <fmt/format.h>

#include "core/log.h"

namespace foreshock::store {
namespace flusher_impl {

constexpr Duration forget_every = std::chrono::hours(1);

}  // namespace flusher_impl

Flusher::Flusher(BucketTable& table, SeriesWriter writer, std::mutex& committing, const Clock& clock)
    : table_(table),
      writer_(std::move(writer)),
      committing_(committing),
      clock_(clock),
      forget_at_(clock.now()) {}

void Flusher::flush() {
  const Instant began = clock_.now();
  note(save(began), began);
  table_.tidy(began);
}

Result<void> Flusher::save(Instant now) {
  const auto unsaved = table_.begin_flush();
  auto result = stage(unsaved, now);
  const std::lock_guard lock(committing_);
  if (result) result = writer_.commit();
  if (!result) writer_.roll_back();
  table_.end_flush(result.has_value());
  return result;
}

Result<void> Flusher::stage(std::span<const BucketTable::Unsaved> unsaved, Instant now) {
  if (!unsaved.empty()) FORESHOCK_CHECK(writer_.add(unsaved));
  if (now < forget_at_) return {};
  FORESHOCK_CHECK(writer_.forget_before(now - coarse_kept));
  forget_at_ = now + flusher_impl::forget_every;
  return {};
}

void Flusher::note(const Result<void>& result, Instant began) {
  const bool was_failing = failing_;
  failing_ = !result;
  if (failing_ && !was_failing)
    log::error("store", fmt::format("samples wait in memory: {}", result.error().text()));
  if (!failing_ && was_failing) log::info("store", "samples reach the disk again");
  const std::lock_guard lock(mutex_);
  if (result)
    statistics_.last_flush = began;
  else
    ++statistics_.write_errors;
}

Flusher::Statistics Flusher::statistics() const {
  const std::lock_guard lock(mutex_);
  return statistics_;
}

}  // namespace foreshock::store
