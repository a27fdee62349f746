#pragma once
// What waits in memory to be saved: one kind of thing, as a flush sees it.
#include "core/instant.h"
#include "core/result.h"
#include "store/sqlite.h"

namespace foreshock::store {

// The calls come from one thread at a time.
class Waiting {
 public:
  virtual ~Waiting() = default;
  // Writes what waits into the transaction that is open.
  virtual Result<void> stage(Instant now) = 0;
  // The transaction was committed, or else undone: then what was staged waits on. Also called without
  // stage().
  virtual void settle(bool saved) = 0;
  // Closes what it has open of its file; then only reopen() is called.
  virtual void let_go() = 0;
  // Goes on with another file. Both outlive this; READING is for what others read of it.
  virtual Result<void> reopen(Connection& writing, Connection& reading) = 0;
};

}  // namespace foreshock::store
