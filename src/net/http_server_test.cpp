#include "net/http_server.h"

#include <atomic>
#include <future>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/server_test.h"
#include "testkit/pieces.h"

namespace foreshock::net::http_server_test {

using testing::HasSubstr;
using testing::StartsWith;

TEST(HttpServer, AnswersByteForByteAndKeepsTheConnection) {
  const Server server(echo);
  auto client = server.client();
  client.send("GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(client.read_through("GET /a?b=c "), plain("GET /a?b=c "));
  client.send("POST http://x/y HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc");
  EXPECT_EQ(client.read_to_end(), plain("POST /y? abc", "Connection: close\r\n"));
}

TEST(HttpServer, AnswersPipelinedRequestsInOrder) {
  const Server server(echo);
  auto client = server.client();
  client.send(
      "\r\nGET /1 HTTP/1.1\r\nHost: x\r\n\r\nPOST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi"
      "GET /3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client.read_to_end(),
            plain("GET /1? ") + plain("POST /2? hi") + plain("GET /3? ", "Connection: close\r\n"));
}

TEST(HttpServer, ClosesForOldClientsUnlessTheyAskToKeep) {
  const Server server(echo);
  auto closing = server.client();
  closing.send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_EQ(closing.read_to_end(), plain("GET /? ", "Connection: close\r\n"));
  auto keeping = server.client();
  keeping.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(keeping.read_through("GET /? "), plain("GET /? ", "Connection: keep-alive\r\n"));
}

std::string all_bytes(int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(i % 256);
  return bytes;
}

TEST(HttpServer, TakesBodiesSplitAnywhere) {
  const Server server(echo);
  const std::string payload = all_bytes(3000);
  std::string chunked;
  for (std::string_view chunk : testkit::random_pieces(payload, 7, 700))
    chunked += fmt::format("{:X};x=y\r\n{}\r\n", chunk.size(), chunk);
  chunked += "0\r\nTrailer: t\r\n\r\n";
  const std::string head = "POST /p HTTP/1.1\r\nHost: x\r\n";
  const std::string counted = head + "Content-Length: 3000\r\n\r\n" + payload;
  chunked = head + "Transfer-Encoding: chunked\r\n\r\n" + chunked;

  auto client = server.client();
  for (const std::string& request : {counted, chunked, counted}) {
    for (std::string_view piece : testkit::random_pieces(request, 8, 97)) client.send(piece);
    const std::string expected = plain("POST /p? " + payload);
    EXPECT_EQ(client.read_through(expected), expected);
  }
}

TEST(HttpServer, ContinuesWhenAskedTo) {
  const Server server(echo);
  auto client = server.client();
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.read_through("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("hi");
  EXPECT_EQ(client.read_through("POST /? hi"), plain("POST /? hi"));
}

TEST(HttpServer, DoesNotAskForABodyThatIsTooLong) {
  ServerLimits limits;
  limits.body_bytes = 10;
  const Server server(echo, limits);
  auto client = server.client();
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_THAT(client.read_to_end(), StartsWith("HTTP/1.1 413 "));
}

TEST(HttpServer, RefusesWhatItMustNotTake) {
  ServerLimits limits;
  limits.body_bytes = 10;
  limits.head.bytes = 200;
  const Server server(echo, limits);
  const std::string post = "POST / HTTP/1.1\r\nHost: x\r\n";
  const std::pair<std::string, std::string> refused[] = {
      {post + "Content-Length: 11\r\n\r\nhello world", "413"},
      {post + "Transfer-Encoding: chunked\r\n\r\nb\r\nhello world\r\n0\r\n\r\n", "413"},
      {post + "Long: " + std::string(300, 'x') + "\r\n\r\n", "431"},
      {post + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"},
      {post + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc", "400"},
      {post + "Transfer-Encoding: gzip\r\n\r\n", "400"},
      {post + "Transfer-Encoding: chunked\r\n\r\nnot a size\r\n", "400"},
      {"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: x:1@evil\r\n\r\n", "400"},
      {"GET / HTTP/1.1\nHost: x\n\n", "400"},
      {post + "Transfer-Encoding: chunked\r\n\r\nffff\r\n", "413"},
      {std::string("\x16\x03\x01\x02\x00\x01\x00", 7), "400"},
      {"nonsense\r\n\r\n", "400"},
  };
  for (const auto& [request, status] : refused) {
    auto client = server.client();
    client.send(request);
    client.send(std::string(5000, 'z'));  // must not reset the connection before the answer is read
    const std::string answer = client.read_to_end();
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 " + status)) << request;
    EXPECT_THAT(answer, HasSubstr("Connection: close\r\n"));
    EXPECT_THAT(answer, HasSubstr(R"({"error":{"code":")"));
  }
}

TEST(HttpServer, AnswersHeadWithoutABody) {
  const Server server(echo);
  auto client = server.client();
  client.send("HEAD /h HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client.read_to_end(),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: 9\r\n\r\n");
}

TEST(HttpServer, StopEndsWaitingHandlersAndFreesThePort) {
  std::promise<void> begun;
  const HttpHandler wait = [&](HttpRequest, Responder&) -> Awaitable<void> {
    begun.set_value();
    co_await sleep_for(std::chrono::hours(1));
  };
  Server server(wait);
  const Address address = server.server->address();
  auto client = server.client();
  client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  begun.get_future().get();
  server.server.reset();
  EXPECT_EQ(client.read_to_end(), "");
  EXPECT_TRUE(HttpServer::listen(server.io, address, echo));
}

TEST(HttpServer, ClosesAnIdleConnection) {
  ServerLimits limits;
  limits.idle = std::chrono::milliseconds(5);
  const Server server(echo, limits);
  for (const char* beginning :
       {"", "GET / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"}) {
    auto client = server.client();
    client.send(beginning);
    EXPECT_EQ(client.read_to_end(), "");
  }
}

TEST(HttpServer, AHeadThatNeverBecomesWholeEndsInTime) {
  ServerLimits limits;
  limits.idle = std::chrono::hours(1);
  limits.head_time = std::chrono::milliseconds(20);
  const Server server(echo, limits);
  auto client = server.client();
  client.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HT");
  EXPECT_EQ(client.read_to_end(), plain("GET /1? ")) << "time spent on other requests does not count";
}

TEST(HttpServer, RefusesConnectionsWhereItIsTold) {
  std::atomic<bool> refuses = true;
  const Server server(echo, {}, [&] { return refuses.load(); });
  EXPECT_TRUE(server.client().is_reset());
  refuses = false;
  auto client = server.client();
  client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(client.read_through("GET /? "), plain("GET /? "));
}

TEST(HttpServer, SaysThatThePortIsTaken) {
  Server server(echo);
  const Address taken = server.server->address();
  const auto second = HttpServer::listen(server.io, taken, echo);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code(), Code::io);
  EXPECT_EQ(second.error().text(),
            to_text(taken) +
                ": the port is taken by another program (Choose another with --listen or "
                "--console, or 0 for a free one.)");
  EXPECT_FALSE(HttpServer::listen(server.io, {"192.0.2.1", 0}, echo)) << "not an address of this machine";
}

TEST(HttpServer, ListensOnEveryAddressAndOnNames) {
  IoThread io;
  for (const char* host : {"", "localhost"}) {
    const auto server = HttpServer::listen(io, {host, 0}, echo);
    ASSERT_TRUE(server) << server.error().text();
    RawClient client((*server)->address().port);
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(client.read_through("GET /? "), plain("GET /? "));
  }
}

}  // namespace foreshock::net::http_server_test
