#include "net/http_client.h"

#include <future>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/client_test.h"
#include "net/http_server.h"
#include "testkit/pieces.h"

namespace foreshock::net::http_client_test {

using testing::HasSubstr;
using namespace std::chrono_literals;
using HttpClientTest = ClientTest;

TEST_F(HttpClientTest, WritesTheRequestByteForByte) {
  std::promise<std::string> seen;
  const RawServer server({[&](RawPeer& peer) {
    std::string request = peer.read_head();
    seen.set_value(request + peer.read_through("body"));
    peer.send("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 418 Teapot\r\nContent-Length: 2\r\n\r\nhi");
  }});
  ClientRequest request("POST", server.url("/a/?b=c#d"), "the body");
  request.headers.add("X-Test", "1");
  const Outcome outcome = ask(std::move(request));
  EXPECT_EQ(outcome.status, 418);
  EXPECT_EQ(outcome.body, "hi");
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(seen.get_future().get(), "POST /a/?b=c HTTP/1.1\r\nHost: " + server.url("").substr(7) +
                                         "\r\nX-Test: 1\r\nContent-Length: 8\r\n\r\nthe body");
}

TEST_F(HttpClientTest, ReadsBodiesSplitAnywhere) {
  std::string payload, chunked;
  for (int i = 0; i < 5000; ++i) payload += static_cast<char>(i % 256);
  for (std::string_view chunk : testkit::random_pieces(payload, 11, 900))
    chunked += fmt::format("{:x}\r\n{}\r\n", chunk.size(), chunk);
  const std::string head = "HTTP/1.1 200 OK\r\n";
  const std::string answers[] = {head + "Content-Length: 5000\r\n\r\n" + payload,
                                 head + "Transfer-Encoding: chunked\r\n\r\n" + chunked + "0\r\n\r\n",
                                 head + "\r\n" + payload};
  const RawServer server({[&](RawPeer& peer) {
    for (const std::string& answer : answers) {
      peer.read_head();
      for (std::string_view piece : testkit::random_pieces(answer, 12, 83)) peer.send(piece);
    }
  }});
  for (int i = 0; i < 3; ++i) {
    const Outcome outcome = get(server.url("/"));
    EXPECT_FALSE(outcome.error);
    EXPECT_EQ(outcome.body, payload);
    EXPECT_EQ(outcome.reused, i > 0);
  }
}

TEST_F(HttpClientTest, SeesABodyThatEndsEarly) {
  const std::string head = "HTTP/1.1 200 OK\r\n";
  const RawServer server({answer_each(1, head + "Content-Length: 5\r\n\r\nabc"),
                          answer_each(1, head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
                          answer_each(1, head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n"),
                          answer_each(1, head + "\r\nabc")});
  for (int i = 0; i < 3; ++i) {
    const Outcome outcome = get(server.url("/"));
    ASSERT_TRUE(outcome.error) << i;
    EXPECT_EQ(outcome.error->code(), Code::backend_broken);
    EXPECT_EQ(outcome.error->what() == "the body ended early, after 3 bytes", i < 2);
  }
  const Outcome until_close = get(server.url("/"));
  EXPECT_FALSE(until_close.error);
  EXPECT_EQ(until_close.body, "abc");
}

TEST_F(HttpClientTest, RefusesAnswersThatAreNotHttp) {
  const RawServer server(
      {answer_each(1, "SSH-2.0-OpenSSH\r\n\r\n"),
       answer_each(1, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n")});
  for (int i = 0; i < 2; ++i) EXPECT_EQ(get(server.url("/")).error->code(), Code::backend_broken);
}

TEST_F(HttpClientTest, HasLimitsForTheFirstByteAndForSilence) {
  const auto wait_for_leaving = [](RawPeer& peer) {
    peer.read_head();
    peer.read_through("never");
  };
  const auto stop_in_the_body = [](RawPeer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
    peer.read_through("never");
  };
  const RawServer server({wait_for_leaving, stop_in_the_body});
  ClientRequest request("GET", server.url("/"));
  request.timeouts.first_byte = 5ms;
  const Outcome silent = ask(request);
  ASSERT_TRUE(silent.error);
  EXPECT_EQ(silent.error->code(), Code::timeout);
  EXPECT_EQ(silent.error->what(), "nothing came within 0.005 s");
  request.timeouts = ClientTimeouts();
  request.timeouts.idle = 5ms;
  const Outcome stalled = ask(request);
  ASSERT_TRUE(stalled.error);
  EXPECT_EQ(stalled.error->code(), Code::timeout);
  EXPECT_EQ(stalled.body, "abc");
}

TEST_F(HttpClientTest, SaysWhyItCannotReachAServer) {
  std::string gone;
  {
    const RawServer server({});
    gone = server.url("/");
  }
  EXPECT_EQ(get(gone).error->code(), Code::backend_unreachable);
  EXPECT_THAT(get(gone).error->what(), HasSubstr("127.0.0.1:"));
  EXPECT_EQ(get("127.0.0.1:80/").error->code(), Code::bad_config);
}

Awaitable<void> leave_after_the_head(HttpClient& client, std::string url) {
  const auto response = co_await client.send(ClientRequest("GET", std::move(url)));
  EXPECT_TRUE(response);
}

TEST_F(HttpClientTest, ClosesWhenAnAnswerIsDropped) {
  std::promise<void> gone;
  const HttpHandler stream = [&](HttpRequest, Responder& responder) -> Awaitable<void> {
    co_await responder.begin_stream(200, "text/event-stream");
    while (!responder.client_gone()) co_await sleep_for(1ms);
    gone.set_value();
  };
  const auto server = HttpServer::listen(io, {"127.0.0.1", 0}, stream);
  ASSERT_TRUE(server);
  io.wait_for(leave_after_the_head(client, "http://" + to_text((*server)->address()) + "/"));
  gone.get_future().get();
}

// Two pieces of a body, and when each was read.
Awaitable<std::vector<Instant>> stamps_of(HttpClient& client, std::string url,
                                          std::promise<void>& head_came) {
  auto response = co_await client.send(ClientRequest("GET", std::move(url)));
  std::vector<Instant> stamps = {response->sent(), response->head_received()};
  head_came.set_value();
  EXPECT_EQ(*co_await response->read_some(), "ab");
  stamps.push_back(response->last_read());
  EXPECT_EQ(*co_await response->read_some(), "");
  co_return stamps;
}

TEST_F(HttpClientTest, StampsWhenEachReadReturned) {
  std::promise<void> head_came;
  const RawServer server({[&](RawPeer& peer) {
    peer.read_head();
    clock.advance(1h);
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
    head_came.get_future().get();
    clock.advance(1h);
    peer.send("ab");
  }});
  const auto stamps = io.wait_for(stamps_of(client, server.url("/"), head_came));
  EXPECT_EQ(stamps[0], Instant());
  EXPECT_EQ(stamps[1], Instant(1h));
  EXPECT_EQ(stamps[2], Instant(2h));
}

}  // namespace foreshock::net::http_client_test
