#pragma once
// The upkeep of the store's file: what is over is sealed into blocks, what is too old is deleted. For one
// thread, inside its transaction.
#include "store/grain.h"
#include "store/sealer.h"
#include "store/sqlite.h"

namespace foreshock::store {

class Keeper {
 public:
  // FILE has the tables of schema.h and must outlive this.
  static Result<Keeper> open(Connection& file, const Retention& retention);

  // Does a share of what there is to do: about 64 hours of series a second since the last call, up to 4096.
  Result<void> work(Instant now);
  // To be called when a transaction was undone.
  void begin_again() { sealer_.begin_again(); }

 private:
  struct Statements {
    Statement forget_series, forget_nouns;
  };
  Keeper(Sealer sealer, BlockFile blocks, Statements statements, const Retention& retention)
      : sealer_(std::move(sealer)),
        blocks_(std::move(blocks)),
        statements_(std::move(statements)),
        retention_(retention) {}

  Result<bool> forget(Instant now);

  Sealer sealer_;
  BlockFile blocks_;
  Statements statements_;
  Retention retention_;
  Instant worked_at_, forget_at_;
};

}  // namespace foreshock::store
