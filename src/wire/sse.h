#pragma once
// Server-sent events, on bytes (WHATWG HTML, section 9.2.6): the one framer of gateway, load generator and
// tap.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace foreshock::wire {

// Valid until the framer is used again.
struct SseEvent {
  std::string_view name;   // of the event field; empty: message
  std::string_view data;   // data lines joined by LF
  bool oversized = false;  // it was over the limit: data is cut off
};

// CR, LF or CRLF ends a line; one space after the colon is optional; a leading BOM is skipped; comments
// dispatch nothing; an event may be split anywhere. Holds one event.
class SseFramer {
 public:
  static constexpr size_t event_limit = 16 * 1024 * 1024;

  // Takes bytes off the front of BYTES until one event is whole; nullptr when all are taken and none is.
  const SseEvent* next(std::string_view& bytes);

  // The body ended cleanly: an event that lacks only its blank line, as some servers end theirs, is whole
  // too.
  const SseEvent* finish();

  uint64_t comments() const { return comments_; }
  // Bytes of an event that has not ended are waiting.
  bool in_event() const { return has_data_ || !line_.empty() || (!name_.empty() && !clear_before_next_); }

 private:
  bool take_line(std::string_view& bytes, std::string_view& line);
  void clear_after_event();
  void skip_start(std::string_view& bytes);
  void read_field(std::string_view line);
  void append_data(std::string_view value);
  const SseEvent* dispatch();

  std::string line_;  // a line that has not ended
  std::string data_;
  std::string name_;
  SseEvent event_;
  uint64_t comments_ = 0;
  uint8_t start_matched_ = 0;  // bytes of the BOM seen so far; past_start once the first byte after it came
  bool has_data_ = false;
  bool skip_line_feed_ = false;  // the last line ended with CR: an LF that follows belongs to it
  bool oversized_ = false;
  bool clear_before_next_ = false;
};

}  // namespace foreshock::wire
