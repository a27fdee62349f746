#pragma once
// A client of HTTP/2 that blocks, over a Connection, plain or through TLS.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testkit/loopback.h"

struct nghttp2_session;

namespace foreshock::testkit {

class Http2Client {
 public:
  using Fields = std::vector<std::pair<std::string, std::string>>;

  struct Answer {
    Fields fields;  // trailers too
    std::string body;
    bool ended = false;                              // by END_STREAM
    bool closed = false;                             // by that on both sides, or by a reset
    uint32_t error = 0;                              // of the reset
    std::string field(std::string_view name) const;  // empty: there is none
  };

  // GIVES_WINDOW: what came is read at once; else give_window() says so.
  explicit Http2Client(Connection connection, bool gives_window = true);

  // POST of JSON to PATH. Answers the stream's id.
  int32_t post(std::string_view path, std::string_view body, const Fields& further = {});
  // Fields as they are; without ENDS the request stays open.
  int32_t request(const Fields& fields, bool ends = true);
  void reset(int32_t id);
  // Whether it is answered: then the server has seen all that came before.
  bool ping();
  // Whether bytes come before the server closes; they stay to be read.
  bool peer_speaks() { return connection_.peer_speaks(); }
  // So many of the bytes that came are read: of a stream, or, where ID is 0, of the connection.
  void give_window(int32_t id, size_t bytes);
  // Whatever frames are.
  void send_raw(std::string_view bytes);

  // Reads until DONE holds, or the connection ends, or nothing comes for ten seconds; answers whether it
  // holds.
  bool read_until(const std::function<bool()>& done);
  const Answer& wait(int32_t id);                             // until it is closed
  const Answer& wait_for(int32_t id, std::string_view text);  // in the body
  const Answer& answer(int32_t id) { return answers_[id]; }

  bool goaway = false;  // was told to go
  uint32_t goaway_error = 0;
  bool connection_closed = false;
  int pings_answered = 0;
  uint32_t concurrent_streams() const;  // that the server allows

 private:
  void flush();
  struct Calls;  // of nghttp2

  Connection connection_;
  std::unique_ptr<nghttp2_session, void (*)(nghttp2_session*)> session_;
  std::map<int32_t, Answer> answers_;
  std::map<int32_t, std::string> bodies_;  // of requests, what is left
};

}  // namespace foreshock::testkit
