#pragma once
// What the targets share: the bytes of one run, taken from the front, and a check that says what broke.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

// Ends the run as a crash, with the place, unless CONDITION holds.
#define FORESHOCK_MUST(condition)                                                         \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                       \
    }                                                                                     \
  } while (false)

namespace foreshock::fuzz {

// Behind the end there are zeros.
class Input {
 public:
  Input(const uint8_t* data, size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto value = static_cast<uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  uint64_t number(int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= uint64_t{byte()} << (8 * i);
    return value;
  }
  // One of 0 to COUNT-1.
  size_t choice(size_t count) { return byte() % count; }
  // Up to the first line end, which is taken too; at the end, the rest.
  std::string_view line() {
    const size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return line;
  }
  std::string_view rest() const { return rest_; }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// Calls VISIT with BYTES in pieces of 1 to LONGEST bytes, the same for the same arguments.
void in_pieces(std::string_view bytes, size_t longest, auto&& visit) {
  for (uint32_t state = 1; !bytes.empty();) {
    state = state * 1664525 + 1013904223;
    const size_t size = std::min<size_t>(1 + (state >> 16) % longest, bytes.size());
    visit(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
}

}  // namespace foreshock::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
