#include "wire/sse.h"

#include <algorithm>

namespace foreshock::wire {
namespace sse_impl {

constexpr std::string_view bom = "\xef\xbb\xbf";
constexpr uint8_t past_start = 0xff;

// Where the line ends: at the first CR or LF; npos when neither is there. Two memchr beat one search for
// both.
size_t line_end(std::string_view bytes) {
  const size_t line_feed = bytes.find('\n');
  const size_t carriage_return = bytes.substr(0, line_feed).find('\r');
  return carriage_return == std::string_view::npos ? line_feed : carriage_return;
}

}  // namespace sse_impl

const SseEvent* SseFramer::next(std::string_view& bytes) {
  clear_after_event();
  skip_start(bytes);
  std::string_view line;
  while (take_line(bytes, line)) {
    const bool ends_event = line.empty();
    if (!ends_event) read_field(line);
    line_.clear();
    if (!ends_event) continue;
    if (has_data_) return dispatch();
    name_.clear();
  }
  return nullptr;
}

const SseEvent* SseFramer::finish() {
  clear_after_event();
  if (!line_.empty()) read_field(line_);
  line_.clear();
  return has_data_ ? dispatch() : nullptr;
}

void SseFramer::clear_after_event() {
  if (!clear_before_next_) return;
  data_.clear();
  name_.clear();
  clear_before_next_ = false;
}

void SseFramer::skip_start(std::string_view& bytes) {
  while (start_matched_ != sse_impl::past_start && !bytes.empty()) {
    if (start_matched_ < sse_impl::bom.size() && bytes.front() == sse_impl::bom[start_matched_]) {
      ++start_matched_;
      bytes.remove_prefix(1);
      continue;
    }
    if (start_matched_ < sse_impl::bom.size()) line_ = sse_impl::bom.substr(0, start_matched_);
    start_matched_ = sse_impl::past_start;
  }
}

bool SseFramer::take_line(std::string_view& bytes, std::string_view& line) {
  if (skip_line_feed_ && !bytes.empty()) {
    if (bytes.front() == '\n') bytes.remove_prefix(1);
    skip_line_feed_ = false;
  }
  const size_t end = sse_impl::line_end(bytes);
  const std::string_view piece = bytes.substr(0, end);
  if (end == std::string_view::npos || !line_.empty()) {
    const size_t room = event_limit - std::min(event_limit, line_.size());
    oversized_ = oversized_ || piece.size() > room;
    line_.append(piece.substr(0, room));
  }
  if (end == std::string_view::npos) {
    bytes = {};
    return false;
  }
  line = line_.empty() ? piece : std::string_view(line_);
  skip_line_feed_ = bytes[end] == '\r';
  bytes.remove_prefix(end + 1);
  return true;
}

void SseFramer::read_field(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == 0) {
    ++comments_;
    return;
  }
  const std::string_view field = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (field == "data")
    append_data(value);
  else if (field == "event")
    name_ = value;
}

void SseFramer::append_data(std::string_view value) {
  if (has_data_) data_.push_back('\n');
  has_data_ = true;
  const size_t room = event_limit - std::min(event_limit, data_.size());
  oversized_ = oversized_ || value.size() > room;
  data_.append(value.substr(0, room));
}

const SseEvent* SseFramer::dispatch() {
  event_ = SseEvent{name_, data_, oversized_};
  has_data_ = false;
  oversized_ = false;
  clear_before_next_ = true;
  return &event_;
}

}  // namespace foreshock::wire
