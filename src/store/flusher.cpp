#include "store/flusher.h"

#include <utility>

#include <fmt/format.h>

#include "core/log.h"

namespace foreshock::store {

Flusher::Flusher(Connection& file, std::vector<Waiting*> parts, Keeper keeper, std::mutex& committing,
                 const Clock& clock, Replace replace)
    : file_(file),
      parts_(std::move(parts)),
      keeper_(std::move(keeper)),
      committing_(committing),
      clock_(clock),
      replace_(std::move(replace)) {}

void Flusher::flush() {
  const std::lock_guard lock(flushing_);
  const Instant began = clock_.now();
  if (const auto suspicion = take_suspicion()) replaced(*suspicion);
  if (const auto saved = save_somewhere(began); !saved) return note(saved, began, "samples wait in memory");
  const auto kept = keep_up(began);
  note(kept, began, "samples are on disk but cannot be put into blocks");
  if (kept)
    in_doubt_ = false;
  else
    replaced(kept.error());
}

Result<void> Flusher::save_somewhere(Instant now) {
  const auto saved = save(now);
  return saved || !replaced(saved.error()) ? saved : save(now);
}

// Looking whether a file is damaged reads the whole of it: once is enough, until it works again.
bool Flusher::replaced(const Error& why) {
  if (why.code() != Code::damaged || !replace_ || in_doubt_) return false;
  const std::lock_guard lock(committing_);
  const bool done = replace_(why);
  in_doubt_ = !done;
  return done;
}

void Flusher::suspect(const Error& why) {
  const std::lock_guard lock(mutex_);
  suspicion_ = why;
}

std::optional<Error> Flusher::take_suspicion() {
  const std::lock_guard lock(mutex_);
  return std::exchange(suspicion_, std::nullopt);
}

void Flusher::let_go() {
  for (Waiting* part : parts_) part->let_go();
  keeper_.reset();
}

Result<void> Flusher::reopen(Connection& reading, const Retention& retention) {
  for (Waiting* part : parts_) FORESHOCK_CHECK(part->reopen(file_, reading));
  FORESHOCK_TRY(keeper_, Keeper::open(file_, retention));
  return {};
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
  if (!keeper_) return fail(Code::io, "no file is open");
  FORESHOCK_CHECK(file_.run("BEGIN IMMEDIATE"));
  auto result = keeper_->work(now);
  if (result) result = file_.run("COMMIT");
  if (result) return {};
  (void)file_.run("ROLLBACK");
  keeper_->begin_again();
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
