#include "wire/lenient_json.h"

#include <cstdint>

#include "wire/text.h"

namespace foreshock::wire {
namespace lenient_json_impl {

constexpr size_t large = 1 << 20;

struct Parser {
  simdjson::dom::parser parser;
  simdjson::error_code error = simdjson::SUCCESS;
  std::string mended;
};

Parser& of_this_thread() {
  static thread_local Parser instance;
  return instance;
}

// The surrogate that an escape "\\uXXXX" at AT stands for: 'h' high, 'l' low, 0 none.
char surrogate_at(std::string_view text, size_t at) {
  if (text.size() < at + 6 || text[at] != '\\' || text[at + 1] != 'u' || lower(text[at + 2]) != 'd') return 0;
  const char digit = lower(text[at + 3]);
  if (digit == '8' || digit == '9' || digit == 'a' || digit == 'b') return 'h';
  return digit >= 'c' && digit <= 'f' ? 'l' : 0;
}

// TEXT with each half of a pair that stands alone replaced by U+FFFD.
std::string with_whole_surrogates(std::string_view text) {
  std::string out(text);
  for (size_t at = 0; at + 1 < out.size(); ++at) {
    if (out[at] != '\\') continue;
    const char surrogate = surrogate_at(out, at);
    if (surrogate == 'h' && surrogate_at(out, at + 6) == 'l')
      at += 11;
    else if (surrogate != 0)
      out.replace(at + 2, 4, "fffd");
    else
      ++at;  // whatever is escaped is no backslash that escapes
  }
  return out;
}

void stay_small(Parser& own, size_t last_size) {
  if (own.parser.capacity() <= large || last_size > large) return;
  own.parser = simdjson::dom::parser();
  own.mended = std::string();
}

}  // namespace lenient_json_impl

JsonRead parse_json(std::string_view text, simdjson::dom::element& root) {
  auto& own = lenient_json_impl::of_this_thread();
  lenient_json_impl::stay_small(own, text.size());
  own.error = own.parser.parse(text.data(), text.size(), true).get(root);
  if (own.error == simdjson::STRING_ERROR) {
    own.mended = lenient_json_impl::with_whole_surrogates(text);
    own.error = own.parser.parse(own.mended.data(), own.mended.size(), true).get(root);
  }
  if (own.error == simdjson::SUCCESS) return JsonRead::read;
  const bool beyond = own.error == simdjson::NUMBER_ERROR || own.error == simdjson::DEPTH_ERROR ||
                      own.error == simdjson::CAPACITY;
  return beyond ? JsonRead::beyond_us : JsonRead::broken;
}

std::string_view json_error() {
  return simdjson::error_message(lenient_json_impl::of_this_thread().error);
}

}  // namespace foreshock::wire
