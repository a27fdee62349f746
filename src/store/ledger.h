#pragma once
// Who used how many tokens: a row for each attempt at a request, taken once however often it comes, and the
// totals of each day. Safe to call from any thread.
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/observation.h"
#include "store/sqlite.h"
#include "store/waiting.h"

namespace foreshock::store {

struct LedgerCounts {
  int64_t attempts = 0, answered = 0;
  int64_t prompt = 0, cached = 0, output = 0, reasoning = 0;  // tokens, of those answered
  int64_t estimated = 0;                                      // answered whose tokens were counted, not told
  bool operator==(const LedgerCounts&) const = default;
};

struct LedgerEntry {
  uint64_t request = 0;
  int64_t attempt = 1;
  Instant at;         // its end
  std::string key;    // who asked, as Observation::key
  std::string model;  // as was asked for; empty where nothing was answered
  LedgerCounts counts;
};

// A row for each time that it was sent to a backend; only the last can have been answered: with a 2xx status
// of the backend's. Of an answer that broke off, what came counts. None for what was never sent, and for
// paths that no model answers.
std::vector<LedgerEntry> ledger_entries_of(const Observation& observation);

struct LedgerTotal {
  int64_t day = 0;  // since 1970, UTC
  std::string key, model;
  LedgerCounts counts;
};

class Ledger final : public Waiting {
 public:
  // Entries of the last so many requests are known; an older one is refused, since it may have been counted.
  static constexpr int64_t requests_known = 1'000'000;
  static constexpr int64_t models_a_key = 100, rows_a_day = 20'000;  // what is beyond is called "other"
  static constexpr size_t most_waiting = 200'000;                    // while the disk fails

  // Both refer to a file with the tables of schema.h, WRITING to that of the flush, and must outlive this.
  static Result<std::unique_ptr<Ledger>> open(Connection& writing, Connection& reading);

  void take(const Observation& observation);
  // As of the last flush: days of [FIRST, LAST], of all keys or of KEY, newest first. Errors: io.
  Result<std::vector<LedgerTotal>> totals(int64_t first, int64_t last, std::string_view key) const;
  // The highest request ever taken, of which nothing is forgotten yet: numbers go on behind it.
  uint64_t highest_request() const;
  // Entries that found no room, or came after requests_known others.
  uint64_t lost() const;

  Result<void> stage(Instant now) override;
  void settle(bool saved) override;
  void let_go() override;
  Result<void> reopen(Connection& writing, Connection& reading) override;

 private:
  struct Statements {
    Statement add, to_day, rows_of_key, rows_of_day, insert, forget_entries, forget_days, highest, read;
  };
  Ledger() = default;
  Result<void> stage(const LedgerEntry& entry);
  Result<bool> add_to_day(int64_t date, std::string_view key, std::string_view model,
                          const LedgerCounts& counts);
  Result<void> begin_day_row(int64_t date, const LedgerEntry& entry);
  Result<void> forget(Instant now);

  Connection* writing_ = nullptr;
  mutable std::mutex mutex_;  // guards what waits, lost_ and the statement read
  mutable Statements statements_;
  std::vector<LedgerEntry> waiting_, staged_;
  int64_t highest_ = 0, staged_highest_ = 0;  // request, of those on disk and with those staged
  uint64_t lost_ = 0;
};

}  // namespace foreshock::store
