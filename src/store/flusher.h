#pragma once
// Brings what waits in memory to disk, all of it in one transaction. A flush that fails is logged once and
// counted, and what it held waits for the next; one that finds the file damaged asks for another file. Then
// comes a share of the file's upkeep, in a transaction of its own.
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/keeper.h"
#include "store/sqlite.h"
#include "store/waiting.h"

namespace foreshock::store {

class Flusher {
 public:
  // Brings another file in the place of one that is damaged, WHY, by let_go() and reopen(); whether it did.
  // Called while COMMITTING is held.
  using Replace = std::function<bool(const Error& why)>;

  // FILE is the connection that PARTS write to. COMMITTING is held while things move from memory to the file
  // as others see them. All must outlive the flusher.
  Flusher(Connection& file, std::vector<Waiting*> parts, Keeper keeper, std::mutex& committing,
          const Clock& clock, Replace replace = {});

  // From any thread; one after the other.
  void flush();
  // Somebody who reads found the file damaged, WHY: the next flush asks for another one first. From any
  // thread.
  void suspect(const Error& why);

  struct Statistics {
    std::optional<Instant> last_flush;  // when the last good one began: what was taken before is on disk
    uint64_t write_errors = 0;
    std::string trouble;  // why the last one failed, one line; empty: it did not
  };
  Statistics statistics() const;

  // For Replace: closes all that is open of the file; and goes on with those that stand in its place.
  void let_go();
  Result<void> reopen(Connection& reading, const Retention& retention);

 private:
  Result<void> save_somewhere(Instant now);
  bool replaced(const Error& why);
  std::optional<Error> take_suspicion();
  Result<void> save(Instant now);
  Result<void> stage(Instant now);
  Result<void> keep_up(Instant now);
  void note(const Result<void>& result, Instant began, std::string_view trouble);

  Connection& file_;
  const std::vector<Waiting*> parts_;
  std::optional<Keeper> keeper_;  // nothing: there is no file
  std::mutex& committing_;
  const Clock& clock_;
  const Replace replace_;
  bool in_doubt_ = false;  // the file was said to be sound, and does not work
  std::mutex flushing_;
  mutable std::mutex mutex_;  // guards what follows
  std::optional<Error> suspicion_;
  Statistics statistics_;
};

}  // namespace foreshock::store
