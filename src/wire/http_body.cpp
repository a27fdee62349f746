#include "wire/http_body.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "wire/text.h"

namespace foreshock::wire {
namespace http_body_impl {

constexpr size_t longest_line = 4096;           // a size line with its extensions, or one trailer field
constexpr size_t longest_trailers = 64u << 10;  // all of them
constexpr uint64_t largest_chunk = uint64_t{1} << 40;

// Of a size line, without extensions.
std::string_view size_digits(std::string_view line) {
  std::string_view digits = line.substr(0, line.find(';'));
  while (digits.ends_with(' ') || digits.ends_with('\t')) digits.remove_suffix(1);
  return digits;
}

Result<uint64_t> chunk_size(std::string_view digits) {
  uint64_t size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size, 16);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
    return fail(Code::backend_broken,
                fmt::format("a chunk size is not a hexadecimal number: '{}'", digits.substr(0, 20)));
  if (size > largest_chunk)
    return fail(Code::backend_broken, fmt::format("a chunk of {} bytes is larger than any can be", size));
  return size;
}

// Moves bytes up to and with the LF into LINE. Whether the line is whole now.
Result<bool> gather_line(std::string_view bytes, std::string& line, size_t& consumed) {
  const size_t newline = bytes.find('\n');
  consumed = newline == std::string_view::npos ? bytes.size() : newline + 1;
  line.append(bytes.substr(0, consumed));
  if (line.size() > longest_line) return fail(Code::backend_broken, "a chunk line is too long");
  if (newline == std::string_view::npos) return false;
  if (!line.ends_with("\r\n")) return fail(Code::backend_broken, "a chunk line does not end with CR LF");
  line.resize(line.size() - 2);
  return true;
}

}  // namespace http_body_impl

BodyReader::BodyReader(BodyFraming framing) : framing_(framing), left_(framing.length) {
  switch (framing.kind) {
    case BodyFraming::Kind::none:
      state_ = State::done;
      break;
    case BodyFraming::Kind::length:
      state_ = framing.length == 0 ? State::done : State::counted;
      break;
    case BodyFraming::Kind::chunked:
      state_ = State::size_line;
      break;
    case BodyFraming::Kind::until_close:
      state_ = State::until_close;
      break;
  }
}

Result<BodyReader::Step> BodyReader::next(std::string_view bytes) {
  switch (state_) {
    case State::counted:
      return read_counted(bytes, State::done);
    case State::until_close:
      return Step{bytes.size(), bytes, bytes};
    case State::size_line:
      return read_size_line(bytes);
    case State::chunk:
      return read_counted(bytes, State::chunk_end);
    case State::chunk_end:
      return read_chunk_end(bytes);
    case State::trailer:
      return read_trailer(bytes);
    case State::done:
      break;
  }
  return Step{0, {}, {}};
}

Result<BodyReader::Step> BodyReader::read_counted(std::string_view bytes, State after) {
  const auto taken = static_cast<size_t>(std::min<uint64_t>(left_, bytes.size()));
  left_ -= taken;
  if (left_ == 0) state_ = after;
  return Step{taken, bytes.substr(0, taken), bytes.substr(0, taken)};
}

Result<BodyReader::Step> BodyReader::read_size_line(std::string_view bytes) {
  size_t consumed = 0;
  FORESHOCK_TRY(const bool whole, http_body_impl::gather_line(bytes, line_, consumed));
  if (!whole) return Step{consumed, {}, {}};
  const std::string_view digits = http_body_impl::size_digits(line_);
  FORESHOCK_TRY(left_, http_body_impl::chunk_size(digits));
  state_ = left_ == 0 ? State::trailer : State::chunk;
  const bool as_it_came = digits.size() == line_.size() && consumed == line_.size() + chunk_suffix.size();
  if (!as_it_came) relayed_.assign(digits).append(chunk_suffix);
  line_.clear();
  return Step{consumed, {}, as_it_came ? bytes.substr(0, consumed) : relayed_};
}

Result<BodyReader::Step> BodyReader::read_chunk_end(std::string_view bytes) {
  size_t consumed = 0;
  FORESHOCK_TRY(const bool whole, http_body_impl::gather_line(bytes, line_, consumed));
  if (line_.size() > 1 || (whole && !line_.empty()))
    return fail(Code::backend_broken, "a chunk is longer than its size line says");
  if (!whole) return Step{consumed, {}, {}};
  line_.clear();
  state_ = State::size_line;
  return Step{consumed, {}, consumed == chunk_suffix.size() ? bytes.substr(0, consumed) : chunk_suffix};
}

Result<BodyReader::Step> BodyReader::read_trailer(std::string_view bytes) {
  size_t consumed = 0;
  FORESHOCK_TRY(const bool whole, http_body_impl::gather_line(bytes, line_, consumed));
  trailer_bytes_ += consumed;
  if (trailer_bytes_ > http_body_impl::longest_trailers)
    return fail(Code::backend_broken, "the trailers behind the chunks are too long");
  if (!whole) return Step{consumed, {}, {}};
  if (line_.empty()) state_ = State::done;
  line_.clear();
  if (!done()) return Step{consumed, {}, {}};
  return Step{consumed, {}, consumed == chunk_suffix.size() ? bytes.substr(0, consumed) : chunk_suffix};
}

std::string chunk_prefix(size_t payload_size) {
  return fmt::format("{:x}\r\n", payload_size);
}

}  // namespace foreshock::wire
