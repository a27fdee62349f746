#include <future>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/server_test.h"

namespace foreshock::net::responder_test {

using testing::StartsWith;

Awaitable<void> count_to_three(HttpRequest request, Responder& responder) {
  wire::Headers headers;
  headers.add("X-Test", "1");
  co_await responder.begin_stream(200, "text/event-stream", std::move(headers));
  for (const char* text : {"one", "", "two", "three"}) EXPECT_TRUE(co_await responder.write(text));
  if (request.path == "/abort") {
    co_await responder.abort();
    EXPECT_EQ((co_await responder.write("four")).error().code(), Code::cancelled);
  } else if (request.path == "/finish") {
    EXPECT_TRUE(co_await responder.finish());
    EXPECT_EQ((co_await responder.write("four")).error().code(), Code::internal);
  }
}

TEST(Responder, StreamsAChunkAWrite) {
  const Server server(count_to_three);
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
  const std::string three = "3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n";
  const std::string chunked = head + "X-Test: 1\r\nTransfer-Encoding: chunked\r\n\r\n" + three;
  auto client = server.client();
  client.send("GET /finish HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(client.read_through("0\r\n\r\n"), chunked + "0\r\n\r\n");
  client.send("GET /abort HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(client.read_to_end(), chunked);

  auto unfinished = server.client();
  unfinished.send("GET /forgotten HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(unfinished.read_to_end(), chunked);

  auto old = server.client();
  old.send("GET /finish HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(old.read_to_end(), head + "Connection: close\r\nX-Test: 1\r\n\r\nonetwothree");
}

Awaitable<void> fall_short(HttpRequest request, Responder&) {
  if (request.path == "/throw")
    throw std::runtime_error("on purpose: the log line above is part of the test");
  co_return;
}

TEST(Responder, AnswersForAHandlerThatDoesNot) {
  const Server server(fall_short);
  for (const char* path : {"/throw", "/silent"}) {
    auto client = server.client();
    client.send(std::string("GET ") + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    EXPECT_THAT(client.read_to_end(), StartsWith("HTTP/1.1 500 ")) << path;
  }
}

TEST(Responder, ResetsTheConnection) {
  const Server server([](HttpRequest, Responder& responder) { return responder.reset(); });
  auto client = server.client();
  client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(client.is_reset());
}

TEST(Responder, TellsTheHandlerThatTheClientLeft) {
  std::promise<void> begun, gone;
  const HttpHandler wait_for_leaving = [&](HttpRequest, Responder& responder) -> Awaitable<void> {
    EXPECT_FALSE(responder.client_gone());
    begun.set_value();
    while (!responder.client_gone()) co_await sleep_for(std::chrono::milliseconds(1));
    gone.set_value();
  };
  const Server server(wait_for_leaving);
  auto client = server.client();
  client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  begun.get_future().get();
  client.close();
  gone.get_future().get();
}

}  // namespace foreshock::net::responder_test
