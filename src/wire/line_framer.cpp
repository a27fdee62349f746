#include "wire/line_framer.h"

#include <algorithm>
#include <utility>

namespace foreshock::wire {

std::optional<std::string_view> LineFramer::next(std::string_view& bytes) {
  if (std::exchange(clear_before_next_, false)) line_.clear();
  while (!bytes.empty()) {
    const size_t end = bytes.find('\n');
    append(bytes.substr(0, end));
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    if (end == std::string_view::npos) break;
    if (const auto line = whole_line()) return line;
  }
  return std::nullopt;
}

std::optional<std::string_view> LineFramer::finish() {
  if (std::exchange(clear_before_next_, false)) line_.clear();
  return whole_line();
}

void LineFramer::append(std::string_view piece) {
  line_.append(piece.substr(0, line_limit - std::min(line_limit, line_.size())));
}

std::optional<std::string_view> LineFramer::whole_line() {
  if (line_.ends_with('\r')) line_.pop_back();
  if (line_.empty()) return std::nullopt;
  clear_before_next_ = true;
  return line_;
}

}  // namespace foreshock::wire
