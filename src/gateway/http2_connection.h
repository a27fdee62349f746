#pragma once
// A client that speaks HTTP/2 (RFC 9113): many requests at once, each a stream.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gateway/client_connection.h"
#include "gateway/http2_session.h"

namespace foreshock::gateway {

class Http2Stream;

// What a client sends first, over TLS as without (section 3.4).
inline constexpr std::string_view http2_preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

class Http2Connection final : public ClientConnection {
 public:
  Http2Connection(Worker& worker, net::Transport transport);
  ~Http2Connection() override;

  void on_tick(Instant now) override;
  // No more streams; those that are there end.
  void on_drain(bool idle_stays) override;
  void on_stop() override;
  void on_bytes(std::string_view bytes) override;

  // For its streams.
  nghttp2_session* session() const { return session_.get(); }
  // Sends the frames that may go now; nothing from inside a call of nghttp2, after which it is called anyway.
  void send_frames();
  void note_taken(Http2Stream& stream) { taken_.push_back(&stream); }

  // For nghttp2 (http2_session.cpp).
  void open_stream(int32_t id);
  void on_stream_closed(int32_t id);
  // A frame that asks for nothing, or a request that is taken back: so many are borne, then the connection
  // ends.
  void count_waste();
  // The client has heard all that was said before the ping.
  void on_ping_answer();

 private:
  void on_took() override;
  void on_closed() override;
  bool wants_bytes() const override;
  void on_plain_client() override {}  // it would have come as one of HTTP/1

  std::string next_frames();
  void settle();
  bool is_last_call(Instant now) const;
  void take_no_more();

  Http2Session session_;
  // As they are now: while one of them is called, any may end.
  std::vector<Http2Stream*> open_streams() const;

  std::map<int32_t, std::unique_ptr<Http2Stream>> streams_;
  std::vector<std::unique_ptr<Http2Stream>> closed_streams_;  // whose exchange has not heard of it yet
  std::vector<Http2Stream*> taken_;                           // of which bytes went into frames
  mitigate::Allowance waste_;
  std::optional<Instant> last_call_;  // it drains: until then requests are taken, unless the client answers
  bool takes_no_more_ = false;
  bool in_session_ = false;  // a call of nghttp2 is on the stack
  bool broken_ = false;
};

}  // namespace foreshock::gateway
