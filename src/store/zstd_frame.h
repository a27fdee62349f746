#pragma once
// Bytes as a zstd frame that tells its size, and back.
#include <optional>
#include <string>
#include <string_view>

namespace foreshock::store {

// About 10 µs for some hundred bytes.
std::string to_zstd(std::string_view bytes);

// Nothing when FRAME is damaged, or holds more than MOST bytes.
std::optional<std::string> from_zstd(std::string_view frame, size_t most);

}  // namespace foreshock::store
