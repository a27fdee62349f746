#include "gateway/http2_session.h"

#include <array>

#include <nghttp2/nghttp2.h>

#include "gateway/http2_connection.h"
#include "gateway/http2_stream.h"

namespace foreshock::gateway {
namespace http2_session_impl {

constexpr uint32_t stream_window = 1 << 20;     // bytes of a body before the client must hear from us
constexpr int32_t connection_window = 4 << 20;  // of all its bodies together

Http2Connection& connection_of(void* given) {
  return *static_cast<Http2Connection*>(given);
}

// nullptr: it is over.
Http2Stream* stream_of(nghttp2_session* session, int32_t id) {
  return static_cast<Http2Stream*>(nghttp2_session_get_stream_user_data(session, id));
}

std::string_view text(const uint8_t* bytes, size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

bool is_request(const nghttp2_frame& frame) {
  return frame.hd.type == NGHTTP2_HEADERS && frame.headers.cat == NGHTTP2_HCAT_REQUEST;
}

int on_begin_headers(nghttp2_session*, const nghttp2_frame* frame, void* given) {
  if (is_request(*frame)) connection_of(given).open_stream(frame->hd.stream_id);
  return 0;
}

// Trailers are left where they are. A head that is far too large to be answered is not read on: to decode it
// costs little, to look at each of its fields much.
int on_header(nghttp2_session* session, const nghttp2_frame* frame, const uint8_t* name, size_t name_size,
              const uint8_t* value, size_t value_size, uint8_t, void*) {
  Http2Stream* stream = stream_of(session, frame->hd.stream_id);
  if (stream == nullptr || !is_request(*frame)) return 0;
  return stream->add_field(text(name, name_size), text(value, value_size))
             ? 0
             : NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

// RFC 9113, section 8.1.1: a malformed message is an error of its stream.
int on_invalid_header(nghttp2_session*, const nghttp2_frame*, const uint8_t*, size_t, const uint8_t*, size_t,
                      uint8_t, void*) {
  return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

int on_data_chunk(nghttp2_session* session, uint8_t, int32_t id, const uint8_t* bytes, size_t size, void*) {
  if (Http2Stream* stream = stream_of(session, id)) stream->on_body(text(bytes, size));
  return 0;
}

// Those that cost the client nothing and us something.
bool is_idle(const nghttp2_frame& frame) {
  const bool ends = (frame.hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
  return frame.hd.type == NGHTTP2_PING || frame.hd.type == NGHTTP2_SETTINGS ||
         frame.hd.type == NGHTTP2_PRIORITY ||
         (frame.hd.type == NGHTTP2_DATA && frame.hd.length == 0 && !ends);
}

int on_frame(nghttp2_session* session, const nghttp2_frame* frame, void* given) {
  const bool answers = (frame->hd.flags & NGHTTP2_FLAG_ACK) != 0;
  if (frame->hd.type == NGHTTP2_PING && answers) connection_of(given).on_ping_answer();
  if (is_idle(*frame)) connection_of(given).count_waste();
  if (frame->hd.type != NGHTTP2_HEADERS && frame->hd.type != NGHTTP2_DATA) return 0;
  Http2Stream* stream = stream_of(session, frame->hd.stream_id);
  if (stream == nullptr) return 0;
  const bool ends = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
  if (is_request(*frame)) stream->on_head(!ends);
  if (ends) stream->on_request_end();
  return 0;
}

int on_stream_close(nghttp2_session*, int32_t id, uint32_t, void* given) {
  connection_of(given).on_stream_closed(id);
  return 0;
}

void set_calls(nghttp2_session_callbacks* calls) {
  nghttp2_session_callbacks_set_on_begin_headers_callback(calls, on_begin_headers);
  nghttp2_session_callbacks_set_on_header_callback(calls, on_header);
  nghttp2_session_callbacks_set_on_invalid_header_callback(calls, on_invalid_header);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(calls, on_data_chunk);
  nghttp2_session_callbacks_set_on_frame_recv_callback(calls, on_frame);
  nghttp2_session_callbacks_set_on_stream_close_callback(calls, on_stream_close);
}

}  // namespace http2_session_impl

Http2Session make_http2_session(Http2Connection& connection, const LimitOptions& limits) {
  using namespace http2_session_impl;
  nghttp2_session_callbacks* calls = nullptr;
  nghttp2_session_callbacks_new(&calls);
  set_calls(calls);
  nghttp2_session* made = nullptr;
  nghttp2_session_server_new(&made, calls, &connection);
  nghttp2_session_callbacks_del(calls);
  const std::array settings = {
      nghttp2_settings_entry{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, static_cast<uint32_t>(limits.streams)},
      nghttp2_settings_entry{NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, stream_window},
      nghttp2_settings_entry{NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE,
                             static_cast<uint32_t>(limits.request_head.value)}};
  nghttp2_submit_settings(made, NGHTTP2_FLAG_NONE, settings.data(), settings.size());
  nghttp2_session_set_local_window_size(made, NGHTTP2_FLAG_NONE, 0, connection_window);
  return Http2Session(made, &nghttp2_session_del);
}

}  // namespace foreshock::gateway
