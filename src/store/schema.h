#pragma once
// The tables of the store's SQLite file. Readers find them in docs/format/store.md.
#include <string>

#include "store/sqlite.h"

namespace foreshock::store {

inline constexpr int64_t schema_version = 4;

// Opens the file, brings an older one up to date, or makes it with its tables. Errors: io (no SQLite file,
// another program's file, damage, disk), newer_format.
Result<Connection> open_store_file(const std::string& path);
// One that is there, for reading only, whatever its version up to ours. Errors as above.
Result<Connection> open_store_to_read(const std::string& path);
// Whether FILE says that it is of our version, and its tables are other ones: a bit of their text has turned.
Result<bool> has_other_tables(Connection& file);
// The same in memory, shared within the process by NAME.
Result<Connection> open_store_in_memory(const std::string& name);

}  // namespace foreshock::store
