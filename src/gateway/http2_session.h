#pragma once
// nghttp2's side of a connection of HTTP/2: frames to calls, and what it is told to allow.
#include <cstdint>
#include <memory>

struct nghttp2_session;

namespace foreshock::gateway {

class Http2Connection;
struct LimitOptions;

using Http2Session = std::unique_ptr<nghttp2_session, void (*)(nghttp2_session*)>;

// Of a server; what comes goes to CONNECTION and its streams. Bounded by nghttp2 itself: continued heads,
// streams that are reset (CVE-2023-44487), acknowledgements that the client does not read.
Http2Session make_http2_session(Http2Connection& connection, const LimitOptions& limits);

}  // namespace foreshock::gateway
