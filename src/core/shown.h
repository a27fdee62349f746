#pragma once
// Text of strangers (names, keys and values of files, paths) as a message or a table may show it.
#include <string>
#include <string_view>

namespace foreshock {

// Control characters, marks that turn the direction of text, invisible ones, and bytes that are no UTF-8 as
// \n, \x1b or \u202e; all else as it is. What is escaped stays as it is when escaped again.
std::string escaped(std::string_view text);

// A value inside a message: escaped, and cut after 60 characters: "aaa… (99000 bytes)".
std::string shown(std::string_view text);

}  // namespace foreshock
