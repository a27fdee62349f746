#pragma once
// The bytes that a peer sends, read ahead of their use, so that its leaving is seen at any time.
#include <array>
#include <string>

#include "core/instant.h"
#include "net/asio_values.h"
#include "net/io.h"
#include "net/stream_socket.h"

namespace foreshock::net {

// For one connection and one thread.
class SocketInbox {
 public:
  explicit SocketInbox(StreamSocket& stream);

  // Reads until the peer closes or stop() is called; pauses while more than 256 KiB wait unused.
  Awaitable<void> read_ahead();
  void stop();

  enum class Fill : uint8_t { more, closed, idle };
  // Waits until there are more bytes than SEEN, the peer has closed, or it is UNTIL.
  Awaitable<Fill> wait_beyond(size_t seen, std::chrono::steady_clock::time_point until);

  const std::string& bytes() const { return bytes_; }
  void consume(size_t count);
  bool closed() const { return closed_; }

 private:
  static constexpr size_t high_water = 256 * 1024;

  StreamSocket& stream_;
  asio::steady_timer arrived_;   // waited on by the user, cancelled by the reader
  asio::steady_timer consumed_;  // the other way round
  std::array<char, 16 * 1024> block_;
  std::string bytes_;
  bool closed_ = false;
};

}  // namespace foreshock::net
