// HTTP/2 to clients.
#include <future>

#include "gateway/gateway_test_bed.h"
#include "testkit/http2_client.h"
#include "testkit/temporary_folder.h"
#include "wire/key_hash.h"

namespace foreshock::gateway::http2_test {

using testkit::Connection;
using testkit::Http2Client;
using testkit::LoopbackServer;

const std::string done_event = "data: [DONE]\n\n";

TEST(Http2, ManyRequestsAreUnderWayOnOneConnection) {
  std::atomic<int> asked{0};
  std::promise<void> go;
  auto all_asked = go.get_future().share();
  LoopbackServer backend([&, all_asked](Connection& connection) {
    for (auto request = connection.receive_message(); request.whole; request = connection.receive_message()) {
      if (++asked == 20) go.set_value();
      all_asked.wait();
      connection.send(answer("application/json", request.body));
    }
  });
  TestBed bed(backend.url());
  Http2Client client(bed.connect());
  std::vector<int32_t> ids;
  for (int i = 0; i < 20; ++i) ids.push_back(client.post(chat, fmt::format("{{\"n\":{}}}", i)));
  for (int i = 0; i < 20; ++i) {
    const auto& reply = client.wait(ids[static_cast<size_t>(i)]);
    EXPECT_EQ(reply.field(":status"), "200");
    EXPECT_EQ(reply.body, fmt::format("{{\"n\":{}}}", i));
    EXPECT_TRUE(reply.ended);
    EXPECT_EQ(reply.error, 0u);
  }
  EXPECT_EQ(client.concurrent_streams(), 100u);
  EXPECT_EQ(bed.collected.first(20).at(0).state, TerminalState::ok);
}

TEST(Http2, IsChosenInTheHandshakeOfTls) {
  const testkit::TemporaryFolder folder;
  const auto files = testkit::make_certificate(folder.path());
  LoopbackServer backend(answers(answer("application/json", "{}")));
  GatewayOptions options;
  options.tls = {files.certificate, files.key};
  TestBed bed({backend.url()}, options);
  Connection connection = bed.connect();
  ASSERT_TRUE(connection.connect_tls(files.certificate, "localhost", "h2"));
  EXPECT_EQ(connection.protocol(), "h2");
  Http2Client client(std::move(connection));
  EXPECT_EQ(client.wait(client.post(chat, chat_request)).body, "{}");
}

TEST(Http2, EachTokenIsThereBeforeTheNextIsMadeAndOnlyPayloadIsSent) {
  std::array<std::promise<void>, 5> next;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head);
    for (auto& go : next) {
      go.get_future().wait();
      connection.send(chunk(token_event("a")));
    }
    connection.send(chunk(done_event) + "0\r\n\r\n");
  });
  TestBed bed(backend.url());
  Http2Client client(bed.connect());
  const int32_t id = client.post(chat, chat_request);
  std::string expected;
  for (auto& go : next) {
    go.set_value();
    expected += token_event("a");
    EXPECT_TRUE(client.wait_for(id, expected).body.starts_with(expected));
  }
  const auto& reply = client.wait(id);
  EXPECT_EQ(reply.body, expected + done_event);
  EXPECT_TRUE(reply.ended);
  for (const char* name : {"connection", "transfer-encoding", "Content-Type"})
    EXPECT_EQ(reply.field(name), "") << name;
  EXPECT_EQ(reply.field("content-type"), "text/event-stream");
  EXPECT_TRUE(reply.field("x-foreshock-decision").starts_with("pass; "));
  const auto observation = bed.collected.first(1).at(0);
  EXPECT_EQ(observation.state, TerminalState::ok);
  EXPECT_EQ(observation.token_events, 5);
}

TEST(Http2, FieldsOfTheRequestReachTheBackendAsHttp1HasThem) {
  std::string head;
  LoopbackServer backend([&](Connection& connection) {
    head = connection.receive_message().head;
    connection.send(answer("application/json", "{}"));
  });
  TestBed bed(backend.url());
  Http2Client client(bed.connect());
  client.wait(
      client.post(chat, "{}", {{"cookie", "a=1"}, {"cookie", "b=2"}, {"te", "trailers"}, {"x-stays", "7"}}));
  EXPECT_TRUE(head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n")) << head;
  EXPECT_NE(head.find("cookie: a=1; b=2\r\n"), std::string::npos) << head;
  EXPECT_NE(head.find("x-stays: 7\r\n"), std::string::npos);
  EXPECT_NE(head.find("Content-Length: 2\r\n"), std::string::npos);
  EXPECT_EQ(head.find("te: "), std::string::npos);
  EXPECT_EQ(head.find("gateway"), std::string::npos) << "the backend has a Host of its own";
}

TEST(Http2, WhatTheProtocolForbidsEndsTheStreamAlone) {
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  Http2Client client(bed.connect());
  for (const auto& [name, value] : Http2Client::Fields{{"connection", "close"},
                                                       {"transfer-encoding", "chunked"},
                                                       {"te", "gzip"},
                                                       {"x-broken", "a\r\nb"},
                                                       {":status", "200"}})
    EXPECT_NE(client.wait(client.post(chat, "{}", {{name, value}})).error, 0u) << name;
  EXPECT_EQ(client.wait(client.post(chat, "{}")).body, "{}");
  EXPECT_EQ(backend.connections(), 1);
}

// Each stream has a window of its own, 64 KB to begin with.
TEST(Http2, LimitsAndKeysHoldAsTheyDoForHttp1) {
  GatewayOptions options;
  options.limits.request_body.value = 100'000;
  options.limits.request_head.value = 4096;
  options.keys.push_back({.name = "a", .hash = wire::hash_of_key("right"), .scopes = {}});
  TestBed bed(std::string("http://127.0.0.1:1"), options);
  Http2Client client(bed.connect());
  const Http2Client::Fields key{{"x-api-key", "right"}};
  EXPECT_EQ(client.wait(client.post(chat, "{}")).field(":status"), "401");
  EXPECT_EQ(
      client.wait(client.post(chat, "{}", {{"x-long", std::string(5000, 'a')}, key[0]})).field(":status"),
      "431");
  const auto& large = client.wait(client.post(chat, std::string(300'000, ' '), key));
  EXPECT_EQ(large.field(":status"), "413");
  EXPECT_TRUE(large.ended);
  EXPECT_EQ(large.error, 0u) << "NO_ERROR: the answer stands, and the rest of the body is for nobody";
  EXPECT_EQ(client.wait(client.post(chat, "{\"model\": ", key)).field(":status"), "400");
  EXPECT_EQ(client.wait(client.post("/v1/feedback", "[]", key)).field("x-foreshock-decision"), "refused");
  const Http2Client::Fields tunnel{{":method", "CONNECT"}, {":authority", "x:1"}};
  EXPECT_EQ(client.wait(client.request(tunnel)).field(":status"), "501");
}

TEST(Http2, ItsPrefaceMayComeInPieces) {
  TestBed bed("http://127.0.0.1:1");
  Connection client = bed.connect();
  const std::string preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  for (const char byte : preface) client.send(std::string_view(&byte, 1));
  client.send(std::string("\0\0\0\4\0\0\0\0\0", 9));
  EXPECT_EQ(client.receive().substr(3, 1), "\4") << "a frame of settings";
}

TEST(Http2, AnswersWithoutABodyEnd) {
  LoopbackServer backend([](Connection& connection) {
    while (connection.receive_message().whole) connection.send("HTTP/1.1 204 No Content\r\nETag: 7\r\n\r\n");
  });
  TestBed bed(backend.url());
  Http2Client client(bed.connect());
  const Http2Client::Fields get{
      {":method", "GET"}, {":scheme", "http"}, {":authority", "x"}, {":path", "/v1/models"}};
  const auto& reply = client.wait(client.request(get));
  EXPECT_EQ(reply.field(":status"), "204");
  EXPECT_EQ(reply.field("etag"), "7");
  EXPECT_TRUE(reply.ended);
}

}  // namespace foreshock::gateway::http2_test
