#pragma once
// The tables of the store's SQLite file. Readers find them in docs/format/store.md.
#include <string>

#include "store/sqlite.h"

namespace foreshock::store {

inline constexpr int64_t schema_version = 2;

// Opens the file, brings an older one up to date, or makes it with its tables. Errors: io (no SQLite file,
// another program's file, damage, disk), newer_format.
Result<Connection> open_store_file(const std::string& path);

}  // namespace foreshock::store
