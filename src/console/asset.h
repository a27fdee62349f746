#pragma once
// The files of the built page, inside the program (see cmake/embed.cmake).
#include <span>
#include <string>
#include <string_view>

namespace foreshock::console {

struct Asset {
  std::string_view path;  // "/app.js"
  std::string_view bytes;
};
std::span<const Asset> embedded_assets();

// By the ending of the path.
std::string_view content_type_of(std::string_view path);

// Changes with the bytes; quoted, as the ETag field wants it.
std::string entity_tag_of(std::string_view bytes);

}  // namespace foreshock::console
