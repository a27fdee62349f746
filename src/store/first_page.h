#pragma once
// A database file without its first page, on which its header and the list of its tables stand.
#include <string>

#include "core/result.h"

namespace foreshock::store {

// Copies DAMAGED to TO with the first page of SOUND, another file of the same tables, made by the same
// program and with all of it in the file: where each table begins is the same in both. Errors: io.
Result<void> copy_with_first_page_of(const std::string& sound, const std::string& damaged,
                                     const std::string& to);

}  // namespace foreshock::store
