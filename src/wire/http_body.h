#pragma once
// HTTP/1.1 bodies: where one ends, and what lies inside its chunks (RFC 9112, section 7). No sockets.
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"
#include "wire/http_head.h"

namespace foreshock::wire {

// Reads one body of known framing, incrementally. Bytes after its end are left to the caller.
class BodyReader {
 public:
  explicit BodyReader(BodyFraming framing);

  struct Step {
    size_t consumed;           // of the bytes given
    std::string_view payload;  // a view into the bytes given, or empty
    // What may go on to somebody else: as it came, or without extensions of chunks, trailers, and lines that
    // are not whole yet. Valid until the next call.
    std::string_view relayed;
  };
  // Takes some bytes off the front of BYTES; call again with the rest until nothing is consumed or done().
  // Errors: backend_broken for a malformed chunk, and for one larger than any body can be.
  Result<Step> next(std::string_view bytes);
  bool done() const { return state_ == State::done; }
  // Bytes of payload that are known to come still: of the whole body, or of the chunk under way.
  uint64_t promised() const { return left_; }
  // In a chunked body: whether a chunk of somebody else's would fit here.
  bool between_chunks() const { return state_ == State::size_line && line_.empty(); }
  // The peer closed: whether the body was whole. until_close ends so.
  bool ends_cleanly_on_close() const { return done() || framing_.kind == BodyFraming::Kind::until_close; }

 private:
  enum class State : uint8_t { counted, until_close, size_line, chunk, chunk_end, trailer, done };
  Result<Step> read_size_line(std::string_view bytes);
  Result<Step> read_counted(std::string_view bytes, State after);
  Result<Step> read_chunk_end(std::string_view bytes);
  Result<Step> read_trailer(std::string_view bytes);

  BodyFraming framing_;
  State state_;
  uint64_t left_ = 0;
  std::string line_;  // a size or trailer line that is not whole yet
  size_t trailer_bytes_ = 0;
  std::string relayed_;  // a size line without its extensions
};

// "1a\r\n": what goes before PAYLOAD_SIZE bytes of a chunk; "\r\n" goes after them.
std::string chunk_prefix(size_t payload_size);
constexpr std::string_view chunk_suffix = "\r\n";
constexpr std::string_view last_chunk = "0\r\n\r\n";

}  // namespace foreshock::wire
