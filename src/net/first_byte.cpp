#include "net/first_byte.h"

#include <sys/socket.h>

namespace foreshock::net {

bool begins_http(int socket) {
  char first = 0;
  return recv(socket, &first, 1, MSG_PEEK) == 1 && first >= 'A' && first <= 'Z';
}

Error takes_tls_alone() {
  return Error(Code::bad_request, "this port takes TLS alone, and this request came without",
               "Write https:// in place of http://.");
}

Error takes_plain_http_alone() {
  return Error(Code::bad_request, "this port takes plain HTTP alone, and the client began TLS",
               "Write http:// in place of https://.");
}

}  // namespace foreshock::net
