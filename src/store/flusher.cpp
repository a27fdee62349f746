#include "store/flusher.h"

#include <fmt/format.h>

#include "core/log.h"

namespace foreshock::store {

Flusher::Flusher(Connection& file, std::vector<Waiting*> parts, Keeper keeper, std::mutex& committing,
                 const Clock& clock)
    : file_(file),
      parts_(std::move(parts)),
      keeper_(std::move(keeper)),
      committing_(committing),
      clock_(clock) {}

void Flusher::flush() {
  const std::lock_guard lock(flushing_);
  const Instant began = clock_.now();
  if (const auto saved = save(began); !saved)
    note(saved, began, "samples wait in memory");
  else
    note(keep_up(began), began, "samples are on disk but cannot be put into blocks");
}

Result<void> Flusher::save(Instant now) {
  auto result = stage(now);
  const std::lock_guard lock(committing_);
  if (result) result = file_.run("COMMIT");
  if (!result) (void)file_.run("ROLLBACK");  // fails only where SQLite has rolled back already
  for (Waiting* part : parts_) part->settle(result.has_value());
  return result;
}

Result<void> Flusher::stage(Instant now) {
  FORESHOCK_CHECK(file_.run("BEGIN IMMEDIATE"));
  for (Waiting* part : parts_) FORESHOCK_CHECK(part->stage(now));
  return {};
}

Result<void> Flusher::keep_up(Instant now) {
  FORESHOCK_CHECK(file_.run("BEGIN IMMEDIATE"));
  auto result = keeper_.work(now);
  if (result) result = file_.run("COMMIT");
  if (result) return {};
  (void)file_.run("ROLLBACK");
  keeper_.begin_again();
  return result;
}

void Flusher::note(const Result<void>& result, Instant began, std::string_view trouble) {
  std::string text = result ? std::string() : fmt::format("{}: {}", trouble, result.error().text());
  const std::lock_guard lock(mutex_);
  const bool was_failing = !statistics_.trouble.empty();
  if (!result && !was_failing) log::error("store", text);
  if (result && was_failing) log::info("store", "samples reach the disk again");
  statistics_.trouble = std::move(text);
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
