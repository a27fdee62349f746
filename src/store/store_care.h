#pragma once
// The care of a data_dir as an operator gives it, also while Foreshock runs: is it whole, a copy, a copy put
// back.
#include <string>
#include <vector>

#include "core/result.h"

namespace foreshock::store {

struct CheckReport {
  std::vector<std::string> faults;  // one line each; none: all is whole
  int64_t format = 0;               // version of store.db
  int64_t series = 0, open_buckets = 0, blocks = 0, buckets = 0, nouns = 0;
  int64_t kept_observations = 0, newest_observations = 0;  // for long; in the ring
};

// Reads everything in DATA_DIR and changes nothing. Errors: bad_usage (nothing there), io, newer_format, when
// it cannot be read at all.
Result<CheckReport> check_store(const std::string& data_dir);

// Copies the files of DATA_DIR into the folder TO, which is made; it may hold none yet. The copy is of one
// moment, and whole. Errors: bad_usage, io, newer_format.
Result<void> back_up_store(const std::string& data_dir, const std::string& to);

// Puts a copy back. A store that is there already is only replaced with OVERWRITE, and never one in use. The
// copy is checked first. Errors: bad_usage, io, newer_format.
Result<void> restore_store(const std::string& from, const std::string& data_dir, bool overwrite);

}  // namespace foreshock::store
