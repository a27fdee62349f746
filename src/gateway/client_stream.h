#pragma once
// What an exchange needs of its client: a connection of HTTP/1, or one stream of a connection of HTTP/2.
#include <string_view>

#include "wire/http_head.h"

namespace foreshock::gateway {

class ClientStream {
 public:
  virtual ~ClientStream() = default;

  // Whether a body may go in chunks; else its payload goes alone, and the stream or the connection ends it.
  virtual bool takes_chunks() const = 0;
  // The answer begins, with the first bytes of its body in the same write. The head names no protocol: fields
  // that only one knows (Connection, Transfer-Encoding) are left out by the others.
  virtual void send_head(const wire::ResponseHead& head, std::string_view first_bytes) = 0;
  // Sends at once what goes and keeps the rest.
  virtual void send(std::string_view bytes) = 0;
  // Bytes that the client has not taken yet.
  virtual size_t backlog() const = 0;
  // The answer is complete; without KEEP_ALIVE its connection closes once it is sent, where it carries one
  // request at a time.
  virtual void end_answer(bool keep_alive) = 0;
  // The backend broke it off, and the client was told so by the last thing that was sent.
  virtual void end_broken_answer(bool keep_alive) = 0;
  // The answer cannot be completed: the client must see that.
  virtual void abort() = 0;
};

}  // namespace foreshock::gateway
