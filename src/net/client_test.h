#pragma once
// Requests of an HttpClient against a scripted server, on a virtual clock.
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "net/http_client.h"
#include "net/raw_server_test.h"

namespace foreshock::net {

// What one request came to.
struct Outcome {
  std::optional<Error> error;  // of the head, or of the body
  int status = 0;
  std::string body;
  bool reused = false, retried = false;
};

inline Awaitable<Outcome> exchange(HttpClient& client, ClientRequest request) {
  Outcome outcome;
  auto response = co_await client.send(std::move(request));
  if (!response) {
    outcome.error = response.error();
    co_return outcome;
  }
  outcome.status = response->head().status;
  outcome.reused = response->reused();
  outcome.retried = response->retried();
  while (true) {
    const auto piece = co_await response->read_some();
    if (!piece) outcome.error = piece.error();
    if (!piece || piece->empty()) co_return outcome;
    outcome.body += *piece;
  }
}

class ClientTest : public testing::Test {
 protected:
  Outcome ask(ClientRequest request) { return io.wait_for(exchange(client, std::move(request))); }
  Outcome get(std::string url) { return ask(ClientRequest("GET", std::move(url))); }

  VirtualClock clock;
  IoThread io;
  HttpClient client{io.executor(), clock};
};

inline RawServer::Script answer_each(int times, std::string answer) {
  return [=](RawPeer& peer) {
    for (int i = 0; i < times; ++i) {
      peer.read_head();
      peer.send(answer);
    }
  };
}

inline const std::string ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

}  // namespace foreshock::net
