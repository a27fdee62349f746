#pragma once
// A sketch as a blob: about three bytes a bin. The layout is described in docs/format/store.md.
#include <optional>
#include <string>
#include <string_view>

#include "core/sketch.h"

namespace foreshock::store {

// An empty sketch is an empty blob.
std::string encode_sketch(const Sketch& sketch);

// Nothing when BLOB is damaged or of a newer layout.
std::optional<Sketch> decode_sketch(std::string_view blob);

}  // namespace foreshock::store
