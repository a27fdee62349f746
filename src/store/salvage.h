#pragma once
// What can still be read of a damaged file.
#include <string>

#include "store/sqlite.h"

namespace foreshock::store {

// Copies the rows of the file at DAMAGED into INTO, which is the file at PATH, has the tables of schema.h and
// nothing in them: each table from its beginning up to the damage, and from its end back to it; where the
// first page of DAMAGED cannot be read, by that of INTO. The number of rows; 0 where INTO does not take them,
// and then it is as it was. About 1 µs a row.
int64_t salvage(const std::string& damaged, Connection& into, const std::string& path);

}  // namespace foreshock::store
