#include "store/zstd_frame.h"

#include <zstd.h>

namespace foreshock::store {
namespace zstd_frame_impl {
constexpr int level = 3;
}

std::string to_zstd(std::string_view bytes) {
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size =
      ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), zstd_frame_impl::level);
  frame.resize(ZSTD_isError(size) != 0 ? 0 : size);  // with room for the bound it cannot fail
  return frame;
}

std::optional<std::string> from_zstd(std::string_view frame, size_t most) {
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size > most) return std::nullopt;  // also what zstd says of a frame that is none
  std::string bytes(size, '\0');
  const size_t unpacked = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  return unpacked == size ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace foreshock::store
