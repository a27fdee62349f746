#pragma once
// One request being answered: what a Responder shares with its connection.
#include "net/socket_inbox.h"

namespace foreshock::net {

struct HttpExchange {
  enum class Phase : uint8_t { waiting, streaming, done, aborted };

  StreamSocket& stream;
  const SocketInbox& inbox;
  bool head_only = false;  // the request was HEAD
  bool chunked = true;     // the client knows chunks: HTTP/1.1
  bool keep_alive = true;  // may still become false
  Phase phase = Phase::waiting;
};

}  // namespace foreshock::net
