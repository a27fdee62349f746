#include "store/flusher.h"

#include <fmt/format.h>

#include "core/log.h"

namespace foreshock::store {

Flusher::Flusher(Connection& file, std::vector<Waiting*> parts, std::mutex& committing, const Clock& clock)
    : file_(file), parts_(std::move(parts)), committing_(committing), clock_(clock) {}

void Flusher::flush() {
  const std::lock_guard lock(flushing_);
  const Instant began = clock_.now();
  note(save(began), began);
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
