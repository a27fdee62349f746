#pragma once
// The nouns that the loop makes (findings, diagnoses, actions, verdicts, events), as JSON, in the store's
// file. Those not yet on disk wait in memory and are read like the others. Safe to call from any thread.
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/identity.h"
#include "store/sqlite.h"
#include "store/waiting.h"

namespace foreshock::store {

struct KeptNoun {
  Identity id;
  Instant at;
  std::string body;  // JSON, as whoever made it wrote it
};

class NounShelf final : public Waiting {
 public:
  // Both refer to a file with the tables of schema.h, WRITING to that of the flush, and must outlive this.
  static Result<std::unique_ptr<NounShelf>> open(Connection& writing, Connection& reading);

  // Replaces one of the same id.
  void keep(KeptNoun noun);
  std::optional<KeptNoun> find(Identity id) const;
  // Those of the kind with AT in [from, to), newest first, at most LIMIT.
  std::vector<KeptNoun> list(Noun kind, Instant from, Instant to, size_t limit) const;
  // One more than the highest number of the kind ever kept and not forgotten.
  uint64_t next_number(Noun kind) const;

  Result<void> stage(Instant now) override;
  void settle(bool saved) override;
  void let_go() override { statements_ = {}; }
  Result<void> reopen(Connection& writing, Connection& reading) override;

 private:
  struct Statements {
    Statement put, find, list, highest;
  };
  NounShelf() = default;

  std::optional<KeptNoun> find_on_disk(Identity id) const;
  void list_on_disk(Noun kind, Instant from, Instant to, size_t limit,
                    std::map<Identity, KeptNoun>& out) const;

  mutable std::mutex mutex_;  // guards all but the statement put
  mutable Statements statements_;
  std::map<Identity, KeptNoun> waiting_, staged_;
};

}  // namespace foreshock::store
