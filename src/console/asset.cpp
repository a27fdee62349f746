#include "console/asset.h"

#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace foreshock::console {
namespace asset_impl {

struct Type {
  std::string_view ending, name;
};
constexpr std::array types = {
    Type{".html", "text/html; charset=utf-8"},
    Type{".js", "text/javascript; charset=utf-8"},
    Type{".css", "text/css; charset=utf-8"},
    Type{".svg", "image/svg+xml"},
    Type{".png", "image/png"},
    Type{".ico", "image/x-icon"},
    Type{".woff2", "font/woff2"},
    Type{".json", "application/json"},
    Type{".txt", "text/plain; charset=utf-8"},
};

}  // namespace asset_impl

std::string_view content_type_of(std::string_view path) {
  for (const auto& [ending, name] : asset_impl::types)
    if (path.ends_with(ending)) return name;
  return "application/octet-stream";
}

// FNV-1a, 64 bits.
std::string entity_tag_of(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return fmt::format("\"{:016x}\"", hash);
}

}  // namespace foreshock::console
