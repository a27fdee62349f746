#include "store/observation_archive.h"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "core/log.h"
#include "core/scramble.h"
#include "store/zstd_frame.h"

namespace foreshock::store {
namespace observation_archive_impl {

constexpr size_t most_waiting = 20'000;  // 10 MB
constexpr int64_t row_overhead = 48;     // bytes of a row and its index entry, besides the record

bool belongs_to(double share, uint64_t number) {
  return static_cast<double>(scramble(number + 1)) < share * 18446744073709551616.0;  // 2^64
}

std::string to_blob(const ObservationRecord& record) {
  return to_zstd({reinterpret_cast<const char*>(record.data()), record.size()});
}

}  // namespace observation_archive_impl

std::optional<Observation> observation_from_blob(std::string_view blob) {
  const auto bytes = from_zstd(blob, observation_record_size);
  if (!bytes || bytes->size() != observation_record_size) return std::nullopt;
  ObservationRecord record;
  std::memcpy(record.data(), bytes->data(), record.size());
  return unpack(record);
}

Result<std::unique_ptr<ObservationArchive>> ObservationArchive::open(Connection& writing, Connection& reading,
                                                                     const ObservationRing& ring,
                                                                     const ArchiveLimits& limits) {
  std::unique_ptr<ObservationArchive> archive(new ObservationArchive(ring, limits));
  FORESHOCK_CHECK(archive->reopen(writing, reading));
  return archive;
}

Result<void> ObservationArchive::reopen(Connection& writing, Connection& reading) {
  FORESHOCK_TRY(Statement put,
                writing.prepare("INSERT INTO observation(number, at, reason, record) VALUES(?, ?, ?, ?)"));
  FORESHOCK_TRY(Statement change_reason,
                writing.prepare("UPDATE observation SET reason = ? WHERE number = ?"));
  FORESHOCK_TRY(Statement bytes,
                writing.prepare("SELECT value FROM figure WHERE name = 'observation_bytes'"));
  FORESHOCK_TRY(Statement add_bytes,
                writing.prepare("UPDATE figure SET value = value + ? WHERE name = 'observation_bytes'"));
  FORESHOCK_TRY(Statement forget_old,
                writing.prepare("DELETE FROM observation WHERE number IN (SELECT number FROM observation "
                                "WHERE at < ? ORDER BY at LIMIT 2000) RETURNING length(record)"));
  FORESHOCK_TRY(Statement forget_oldest,
                writing.prepare("DELETE FROM observation WHERE number IN (SELECT number FROM observation "
                                "ORDER BY at LIMIT 500) RETURNING length(record)"));
  FORESHOCK_TRY(Statement find, reading.prepare("SELECT record FROM observation WHERE number = ?"));
  FORESHOCK_TRY(Statement list,
                reading.prepare("SELECT record FROM observation WHERE at >= ? AND at < ? ORDER BY at DESC "
                                "LIMIT ?"));
  const std::lock_guard lock(mutex_);
  writing_ = &writing;
  statements_ = {std::move(put),        std::move(change_reason), std::move(bytes), std::move(add_bytes),
                 std::move(forget_old), std::move(forget_oldest), std::move(find),  std::move(list)};
  return {};
}

void ObservationArchive::take(const Observation& observation) {
  const bool failed = error_class_of(observation) != ErrorClass::none;
  if (!failed && !observation_archive_impl::belongs_to(limits_.share.value, observation.id.number)) return;
  choose(observation.id.number, {failed ? "failure" : "share", pack(observation)});
}

void ObservationArchive::keep(Identity observation, std::string_view reason) {
  if (observation.noun == Noun::observation) choose(observation.number, {std::string(reason), std::nullopt});
}

void ObservationArchive::choose(uint64_t number, Chosen chosen) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() >= observation_archive_impl::most_waiting) {
    ++dropped_;
    return;
  }
  Chosen& known = waiting_[number];
  known.reason = std::move(chosen.reason);
  if (chosen.record) known.record = chosen.record;
}

Result<void> ObservationArchive::stage(Instant now) {
  {
    const std::lock_guard lock(mutex_);
    staged_ = std::exchange(waiting_, {});
  }
  int64_t added = 0;
  for (const auto& [number, chosen] : staged_) {
    FORESHOCK_TRY(const int64_t bytes, put(number, chosen));
    added += bytes;
  }
  return trim(now, added);
}

void ObservationArchive::settle(bool saved) {
  const std::lock_guard lock(mutex_);
  if (!saved) waiting_.merge(staged_);
  staged_.clear();
}

// How many bytes more there are: none when it was there already, or is nowhere to be found.
Result<int64_t> ObservationArchive::put(uint64_t number, const Chosen& chosen) {
  const auto key = static_cast<int64_t>(number);
  FORESHOCK_CHECK(statements_.change_reason.bind(1, chosen.reason).bind(2, key).run());
  if (writing_->changes() > 0) return 0;
  const auto record = chosen.record ? chosen.record : ring_.find(number);
  if (!record) return 0;
  const std::string blob = observation_archive_impl::to_blob(*record);
  statements_.put.bind(1, key)
      .bind(2, end_of(*record).time_since_epoch().count())
      .bind(3, chosen.reason)
      .bind_blob(4, blob);
  FORESHOCK_CHECK(statements_.put.run());
  return static_cast<int64_t>(blob.size()) + observation_archive_impl::row_overhead;
}

// Runs a DELETE that returns the lengths of records; how many bytes are gone.
Result<int64_t> ObservationArchive::remove(Statement& statement) {
  int64_t removed = 0;
  for (;;) {
    FORESHOCK_TRY(const bool row, statement.step());
    if (!row) break;
    removed += statement.integer(0) + observation_archive_impl::row_overhead;
  }
  statement.reset();
  return removed;
}

Result<void> ObservationArchive::trim(Instant now, int64_t added) {
  FORESHOCK_TRY(const int64_t before, statements_.bytes.integer_or_zero());
  statements_.forget_old.bind(1, (now - limits_.kept).time_since_epoch().count());
  FORESHOCK_TRY(int64_t removed, remove(statements_.forget_old));
  while (before + added - removed > limits_.size.value) {
    FORESHOCK_TRY(const int64_t more, remove(statements_.forget_oldest));
    if (more == 0) break;
    removed += more;
  }
  if (added == removed) return {};
  return statements_.add_bytes.bind(1, added - removed).run();
}

std::optional<Observation> ObservationArchive::find(Identity observation) const {
  const std::lock_guard lock(mutex_);
  Statement& find = statements_.find;
  find.bind(1, static_cast<int64_t>(observation.number));
  std::optional<Observation> found;
  if (const auto row = find.step(); row && *row) found = observation_from_blob(find.blob(0));
  find.reset();
  return found;
}

std::vector<Observation> ObservationArchive::list(Instant from, Instant to, size_t limit) const {
  const std::lock_guard lock(mutex_);
  Statement& list = statements_.list;
  list.bind(1, from.time_since_epoch().count())
      .bind(2, to.time_since_epoch().count())
      .bind(3, static_cast<int64_t>(limit));
  std::vector<Observation> found;
  for (;;) {
    const auto row = list.step();
    if (!row) log::error("store", fmt::format("kept observations cannot be read: {}", row.error().text()));
    if (!row || !*row) break;
    if (auto observation = observation_from_blob(list.blob(0))) found.push_back(std::move(*observation));
  }
  list.reset();
  return found;
}

uint64_t ObservationArchive::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

}  // namespace foreshock::store
