#include "gateway/http2_connection.h"

#include <utility>

#include <nghttp2/nghttp2.h>

#include "gateway/http2_stream.h"

namespace foreshock::gateway {
namespace http2_connection_impl {

// Bytes of frames made before the socket takes them. What waits longer waits in its stream, where it holds
// the backend back.
constexpr size_t made_ahead = 64 * 1024;
constexpr int64_t waste = 1000;  // a minute, and at once
constexpr auto last_call_time = std::chrono::seconds(1);

}  // namespace http2_connection_impl

Http2Connection::Http2Connection(Worker& worker, net::Transport transport)
    : ClientConnection(worker, std::move(transport)),
      session_(make_http2_session(*this, worker.house().options.limits)),
      waste_({.requests_per_minute = http2_connection_impl::waste}, worker.reactor().now()) {}

Http2Connection::~Http2Connection() {
  close();
}

void Http2Connection::on_bytes(std::string_view bytes) {
  in_session_ = true;
  const ssize_t used =
      nghttp2_session_mem_recv(session(), reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  in_session_ = false;
  broken_ = broken_ || used < 0;
  send_frames();
  settle();
}

// Up to MADE_AHEAD, and a frame; empty: nothing goes now.
std::string Http2Connection::next_frames() {
  std::string frames;
  in_session_ = true;
  while (frames.size() < http2_connection_impl::made_ahead) {
    const uint8_t* bytes = nullptr;
    const ssize_t size = nghttp2_session_mem_send(session(), &bytes);
    broken_ = broken_ || size < 0;
    if (size <= 0) break;
    frames.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(size));
  }
  in_session_ = false;
  return frames;
}

void Http2Connection::send_frames() {
  if (in_session_ || closed()) return;
  while (kept() < http2_connection_impl::made_ahead) {
    const std::string frames = next_frames();
    if (frames.empty()) break;
    send(frames);
  }
  for (Http2Stream* stream : std::exchange(taken_, {})) stream->on_taken();
}

// Never while an exchange is on the stack: it would be told of its own end.
void Http2Connection::settle() {
  for (auto& stream : std::exchange(closed_streams_, {})) {
    stream->on_closed();
    worker_.bury(std::move(stream));
  }
  if (closed() || leaving()) return;
  if (broken_) return leave();
  if (nghttp2_session_want_read(session()) == 0 && nghttp2_session_want_write(session()) == 0) say_farewell();
}

void Http2Connection::open_stream(int32_t id) {
  auto stream = std::make_unique<Http2Stream>(worker_, *this, id);
  nghttp2_session_set_stream_user_data(session(), id, stream.get());
  streams_[id] = std::move(stream);
}

void Http2Connection::on_stream_closed(int32_t id) {
  const auto found = streams_.find(id);
  if (found == streams_.end()) return;
  if (found->second->stop()) count_waste();
  closed_streams_.push_back(std::move(found->second));
  streams_.erase(found);
}

void Http2Connection::count_waste() {
  const Instant now = worker_.reactor().now();
  if (waste_.admit(now)) nghttp2_session_terminate_session(session(), NGHTTP2_ENHANCE_YOUR_CALM);
  waste_.ended(0, now);
}

void Http2Connection::on_tick(Instant now) {
  if (leaving()) return ClientConnection::on_tick(now);
  if (took_some())
    for (Http2Stream* stream : open_streams()) stream->on_socket_took();
  if (is_last_call(now)) take_no_more();
  for (Http2Stream* stream : open_streams()) stream->on_tick(now);
  if (!streams_.empty() && kept() == 0) extend_deadline();
  if (!overdue(now)) return settle();
  if (kept() > 0) return leave();
  nghttp2_session_terminate_session(session(), NGHTTP2_NO_ERROR);
  send_frames();
  settle();
}

// RFC 9113, section 6.8: requests that are on their way while the client hears it are taken still.
void Http2Connection::on_drain(bool) {
  if (leaving() || last_call_) return;
  last_call_ = worker_.reactor().now() + http2_connection_impl::last_call_time;
  nghttp2_submit_shutdown_notice(session());
  nghttp2_submit_ping(session(), NGHTTP2_FLAG_NONE, nullptr);
  send_frames();
  settle();
}

bool Http2Connection::is_last_call(Instant now) const {
  return last_call_ && !takes_no_more_ && now >= *last_call_;
}

void Http2Connection::on_ping_answer() {
  if (last_call_ && !takes_no_more_) take_no_more();
}

void Http2Connection::take_no_more() {
  takes_no_more_ = true;
  nghttp2_submit_goaway(session(), NGHTTP2_FLAG_NONE, nghttp2_session_get_last_proc_stream_id(session()),
                        NGHTTP2_NO_ERROR, nullptr, 0);
  send_frames();
}

void Http2Connection::on_stop() {
  if (leaving()) return;
  for (Http2Stream* stream : open_streams()) stream->on_stop();
  settle();
}

std::vector<Http2Stream*> Http2Connection::open_streams() const {
  std::vector<Http2Stream*> all;
  for (const auto& [id, stream] : streams_) all.push_back(stream.get());
  return all;
}

void Http2Connection::on_took() {
  send_frames();
  settle();
}

void Http2Connection::on_closed() {
  for (const auto& [id, stream] : streams_) stream->on_closed();
  for (const auto& stream : closed_streams_) stream->on_closed();
}

// What a client asks for while it reads nothing is not heard.
bool Http2Connection::wants_bytes() const {
  return kept() < http2_connection_impl::made_ahead;
}

}  // namespace foreshock::gateway
