#include "testkit/http2_client.h"

#include <algorithm>

#include <nghttp2/nghttp2.h>

namespace foreshock::testkit {

struct Http2Client::Calls {
  static Http2Client& of(void* given) { return *static_cast<Http2Client*>(given); }

  static int on_header(nghttp2_session*, const nghttp2_frame* frame, const uint8_t* name, size_t name_size,
                       const uint8_t* value, size_t value_size, uint8_t, void* given) {
    of(given).answers_[frame->hd.stream_id].fields.emplace_back(
        std::string(reinterpret_cast<const char*>(name), name_size),
        std::string(reinterpret_cast<const char*>(value), value_size));
    return 0;
  }
  static int on_data(nghttp2_session*, uint8_t, int32_t id, const uint8_t* bytes, size_t size, void* given) {
    of(given).answers_[id].body.append(reinterpret_cast<const char*>(bytes), size);
    return 0;
  }
  static int on_frame(nghttp2_session*, const nghttp2_frame* frame, void* given) {
    Http2Client& client = of(given);
    if (frame->hd.type == NGHTTP2_GOAWAY) {
      client.goaway = true;
      client.goaway_error = frame->goaway.error_code;
    }
    if (frame->hd.type == NGHTTP2_PING) ++client.pings_answered;
    const bool carries = frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA;
    if (carries && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0)
      client.answers_[frame->hd.stream_id].ended = true;
    return 0;
  }
  static int on_close(nghttp2_session*, int32_t id, uint32_t error, void* given) {
    of(given).answers_[id].closed = true;
    of(given).answers_[id].error = error;
    return 0;
  }
  static ssize_t read_body(nghttp2_session*, int32_t id, uint8_t* into, size_t size, uint32_t* flags,
                           nghttp2_data_source*, void* given) {
    std::string& body = of(given).bodies_[id];
    const size_t count = std::min(size, body.size());
    std::copy_n(body.data(), count, into);
    body.erase(0, count);
    if (body.empty()) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return static_cast<ssize_t>(count);
  }
};

std::string Http2Client::Answer::field(std::string_view name) const {
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.first == name; });
  return found == fields.end() ? std::string() : found->second;
}

Http2Client::Http2Client(Connection connection, bool gives_window)
    : connection_(std::move(connection)), session_(nullptr, &nghttp2_session_del) {
  nghttp2_session_callbacks* calls = nullptr;
  nghttp2_session_callbacks_new(&calls);
  nghttp2_session_callbacks_set_on_header_callback(calls, Calls::on_header);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(calls, Calls::on_data);
  nghttp2_session_callbacks_set_on_frame_recv_callback(calls, Calls::on_frame);
  nghttp2_session_callbacks_set_on_stream_close_callback(calls, Calls::on_close);
  nghttp2_option* option = nullptr;
  nghttp2_option_new(&option);
  nghttp2_option_set_no_auto_window_update(option, gives_window ? 0 : 1);
  nghttp2_session* made = nullptr;
  nghttp2_session_client_new2(&made, calls, this, option);
  nghttp2_option_del(option);
  nghttp2_session_callbacks_del(calls);
  session_.reset(made);
  nghttp2_submit_settings(made, NGHTTP2_FLAG_NONE, nullptr, 0);
  flush();
}

int32_t Http2Client::request(const Fields& fields, bool ends) {
  std::vector<nghttp2_nv> pairs;
  for (const auto& [name, value] : fields)
    pairs.push_back({reinterpret_cast<uint8_t*>(const_cast<char*>(name.data())),
                     reinterpret_cast<uint8_t*>(const_cast<char*>(value.data())), name.size(), value.size(),
                     0});
  const int32_t id =
      nghttp2_submit_headers(session_.get(), ends ? NGHTTP2_FLAG_END_STREAM : NGHTTP2_FLAG_NONE, -1, nullptr,
                             pairs.data(), pairs.size(), nullptr);
  flush();
  return id;
}

int32_t Http2Client::post(std::string_view path, std::string_view body, const Fields& further) {
  Fields fields{{":method", "POST"},
                {":scheme", "http"},
                {":authority", "gateway"},
                {":path", std::string(path)},
                {"content-type", "application/json"}};
  fields.insert(fields.end(), further.begin(), further.end());
  const int32_t id = request(fields, false);
  bodies_[id] = body;
  nghttp2_data_provider provider{};
  provider.read_callback = Calls::read_body;
  nghttp2_submit_data(session_.get(), NGHTTP2_FLAG_END_STREAM, id, &provider);
  flush();
  return id;
}

void Http2Client::reset(int32_t id) {
  nghttp2_submit_rst_stream(session_.get(), NGHTTP2_FLAG_NONE, id, NGHTTP2_CANCEL);
  flush();
}

bool Http2Client::ping() {
  const int before = pings_answered;
  nghttp2_submit_ping(session_.get(), NGHTTP2_FLAG_NONE, nullptr);
  flush();
  return read_until([&] { return pings_answered > before; });
}

void Http2Client::give_window(int32_t id, size_t bytes) {
  if (id == 0)
    nghttp2_session_consume_connection(session_.get(), bytes);
  else
    nghttp2_session_consume_stream(session_.get(), id, bytes);
  flush();
}

void Http2Client::send_raw(std::string_view bytes) {
  connection_.send(bytes);
}

void Http2Client::flush() {
  const uint8_t* bytes = nullptr;
  for (ssize_t size = nghttp2_session_mem_send(session_.get(), &bytes); size > 0;
       size = nghttp2_session_mem_send(session_.get(), &bytes))
    connection_.send({reinterpret_cast<const char*>(bytes), static_cast<size_t>(size)});
}

bool Http2Client::read_until(const std::function<bool()>& done) {
  while (!done()) {
    const std::string bytes = connection_.receive();
    connection_closed = bytes.empty();
    if (connection_closed) return done();
    nghttp2_session_mem_recv(session_.get(), reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    flush();
  }
  return true;
}

const Http2Client::Answer& Http2Client::wait(int32_t id) {
  read_until([&] { return answers_[id].closed; });
  return answers_[id];
}

const Http2Client::Answer& Http2Client::wait_for(int32_t id, std::string_view text) {
  read_until([&] { return answers_[id].body.find(text) != std::string::npos; });
  return answers_[id];
}

uint32_t Http2Client::concurrent_streams() const {
  return nghttp2_session_get_remote_settings(session_.get(), NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS);
}

}  // namespace foreshock::testkit
