#include "store/ledger.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/log.h"

namespace foreshock::store {
namespace ledger_impl {

constexpr int64_t days_kept = 400;
constexpr std::string_view other = "other";

int64_t day_of(Instant at) {
  return std::chrono::floor<std::chrono::days>(at.time_since_epoch()).count();
}

// The seven counts, from PLACE on.
Statement& bind(Statement& statement, int place, const LedgerCounts& counts) {
  return statement.bind(place, counts.attempts)
      .bind(place + 1, counts.answered)
      .bind(place + 2, counts.prompt)
      .bind(place + 3, counts.cached)
      .bind(place + 4, counts.output)
      .bind(place + 5, counts.reasoning)
      .bind(place + 6, counts.estimated);
}

bool was_answered(const Observation& observation) {
  return observation.status / 100 == 2 && !observation.status_is_ours;
}

}  // namespace ledger_impl

std::vector<LedgerEntry> ledger_entries_of(const Observation& observation) {
  std::vector<LedgerEntry> entries;
  const int64_t sends = std::max<int64_t>(observation.sends, observation.stamps.sent ? 1 : 0);
  if (observation.endpoint == "other") return entries;
  for (int64_t attempt = 1; attempt <= sends; ++attempt) {
    LedgerEntry& entry = entries.emplace_back();
    entry.request = observation.id.number;
    entry.attempt = attempt;
    entry.at = observation.stamps.end;
    entry.key = observation.key;
    entry.counts.attempts = 1;
  }
  if (entries.empty() || !ledger_impl::was_answered(observation)) return entries;
  const TokenCounts& tokens = observation.tokens;
  entries.back().model = observation.model;
  entries.back().counts = {1,
                           1,
                           tokens.prompt.value_or(0),
                           tokens.cached.value_or(0),
                           tokens.output.value_or(0),
                           tokens.reasoning.value_or(0),
                           tokens.estimated ? 1 : 0};
  return entries;
}

Result<std::unique_ptr<Ledger>> Ledger::open(Connection& writing, Connection& reading) {
  std::unique_ptr<Ledger> ledger(new Ledger());
  FORESHOCK_CHECK(ledger->reopen(writing, reading));
  return ledger;
}

void Ledger::let_go() {
  const std::lock_guard lock(mutex_);
  statements_ = {};
}

Result<void> Ledger::reopen(Connection& writing, Connection& reading) {
  FORESHOCK_TRY(
      Statement add,
      writing.prepare("INSERT OR IGNORE INTO ledger_entry(request, attempt, at, key, model, attempts, "
                      "answered, prompt, cached, output, reasoning, estimated) "
                      "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  FORESHOCK_TRY(
      Statement to_day,
      writing.prepare("UPDATE ledger_day SET attempts = attempts + ?, answered = answered + ?, prompt = "
                      "prompt + ?, cached = cached + ?, output = output + ?, reasoning = reasoning + ?, "
                      "estimated = estimated + ? WHERE day = ? AND key = ? AND model = ?"));
  FORESHOCK_TRY(Statement rows_of_key,
                writing.prepare("SELECT count(*) FROM ledger_day WHERE day = ? AND key = ?"));
  FORESHOCK_TRY(Statement rows_of_day, writing.prepare("SELECT count(*) FROM ledger_day WHERE day = ?"));
  FORESHOCK_TRY(Statement insert,
                writing.prepare("INSERT OR IGNORE INTO ledger_day(day, key, model) VALUES(?, ?, ?)"));
  FORESHOCK_TRY(Statement forget_entries, writing.prepare("DELETE FROM ledger_entry WHERE request <= ?"));
  FORESHOCK_TRY(Statement forget_days, writing.prepare("DELETE FROM ledger_day WHERE day < ?"));
  FORESHOCK_TRY(Statement highest, writing.prepare("SELECT max(request) FROM ledger_entry"));
  FORESHOCK_TRY(
      Statement read,
      reading.prepare("SELECT day, key, model, attempts, answered, prompt, cached, output, reasoning, "
                      "estimated FROM ledger_day WHERE day >= ?1 AND day <= ?2 AND (?3 = '' OR key = ?3) "
                      "ORDER BY day DESC, key, model"));
  FORESHOCK_TRY(const int64_t known, highest.integer_or_zero());
  const std::lock_guard lock(mutex_);
  writing_ = &writing;
  statements_ = {std::move(add),         std::move(to_day),  std::move(rows_of_key),
                 std::move(rows_of_day), std::move(insert),  std::move(forget_entries),
                 std::move(forget_days), std::move(highest), std::move(read)};
  highest_ = std::max(highest_, known);
  return {};
}

void Ledger::take(const Observation& observation) {
  std::vector<LedgerEntry> entries = ledger_entries_of(observation);
  const std::lock_guard lock(mutex_);
  if (waiting_.size() + entries.size() > most_waiting) {
    lost_ += entries.size();
    return;
  }
  std::move(entries.begin(), entries.end(), std::back_inserter(waiting_));
}

uint64_t Ledger::highest_request() const {
  const std::lock_guard lock(mutex_);
  return static_cast<uint64_t>(highest_);
}

uint64_t Ledger::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

Result<std::vector<LedgerTotal>> Ledger::totals(int64_t first, int64_t last, std::string_view key) const {
  const std::lock_guard lock(mutex_);
  Statement& read = statements_.read;
  read.bind(1, first).bind(2, last).bind(3, key);
  std::vector<LedgerTotal> totals;
  for (;;) {
    const auto row = read.step();
    if (!row || !*row) {
      read.reset();
      if (!row) return fail(row.error());
      return totals;
    }
    totals.push_back({read.integer(0),
                      std::string(read.text(1)),
                      std::string(read.text(2)),
                      {read.integer(3), read.integer(4), read.integer(5), read.integer(6), read.integer(7),
                       read.integer(8), read.integer(9)}});
  }
}

Result<void> Ledger::stage(Instant now) {
  {
    const std::lock_guard lock(mutex_);
    staged_ = std::exchange(waiting_, {});
  }
  if (staged_.empty()) return {};
  for (const LedgerEntry& entry : staged_) FORESHOCK_CHECK(stage(entry));
  return forget(now);
}

Result<void> Ledger::stage(const LedgerEntry& entry) {
  const auto request = static_cast<int64_t>(entry.request);
  if (request <= highest_ - requests_known) {
    const std::lock_guard lock(mutex_);
    if (lost_++ == 0)
      log::warn("store", "requests end after a million later ones: the ledger leaves them out");
    return {};
  }
  Statement& add = statements_.add;
  add.bind(1, request).bind(2, entry.attempt).bind(3, entry.at.time_since_epoch().count());
  add.bind(4, std::string_view(entry.key)).bind(5, std::string_view(entry.model));
  FORESHOCK_CHECK(ledger_impl::bind(add, 6, entry.counts).run());
  if (writing_->changes() == 0) return {};  // it is known
  const int64_t date = ledger_impl::day_of(entry.at);
  FORESHOCK_TRY(const bool added, add_to_day(date, entry.key, entry.model, entry.counts));
  return added ? Result<void>() : begin_day_row(date, entry);
}

Result<bool> Ledger::add_to_day(int64_t date, std::string_view key, std::string_view model,
                                const LedgerCounts& counts) {
  Statement& to_day = statements_.to_day;
  FORESHOCK_CHECK(ledger_impl::bind(to_day, 1, counts).bind(8, date).bind(9, key).bind(10, model).run());
  return writing_->changes() > 0;
}

// Clients choose the names of models, and of themselves where no keys are given out.
Result<void> Ledger::begin_day_row(int64_t date, const LedgerEntry& entry) {
  FORESHOCK_TRY(const int64_t of_key,
                statements_.rows_of_key.bind(1, date).bind(2, std::string_view(entry.key)).integer_or_zero());
  FORESHOCK_TRY(const int64_t of_day, statements_.rows_of_day.bind(1, date).integer_or_zero());
  const std::string_view key = of_day < rows_a_day ? std::string_view(entry.key) : ledger_impl::other;
  const std::string_view model =
      of_day < rows_a_day && of_key < models_a_key ? std::string_view(entry.model) : ledger_impl::other;
  FORESHOCK_CHECK(statements_.insert.bind(1, date).bind(2, key).bind(3, model).run());
  FORESHOCK_CHECK(add_to_day(date, key, model, entry.counts));
  return {};
}

Result<void> Ledger::forget(Instant now) {
  FORESHOCK_TRY(staged_highest_, statements_.highest.integer_or_zero());
  FORESHOCK_CHECK(statements_.forget_entries.bind(1, staged_highest_ - requests_known).run());
  return statements_.forget_days.bind(1, ledger_impl::day_of(now) - ledger_impl::days_kept).run();
}

void Ledger::settle(bool saved) {
  const std::lock_guard lock(mutex_);
  if (saved)
    highest_ = std::max(highest_, staged_highest_);
  else
    waiting_.insert(waiting_.begin(), staged_.begin(), staged_.end());
  staged_.clear();
}

}  // namespace foreshock::store
