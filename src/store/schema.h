#pragma once
// The tables of the store's SQLite file. Readers find them in docs/format/store.md.
#include <string>

#include "store/sqlite.h"

namespace foreshock::store {

// Opens the file, or makes it with its tables. Errors: io (no SQLite file, another program's file, damage,
// disk), newer_format.
Result<Connection> open_store_file(const std::string& path);

}  // namespace foreshock::store
