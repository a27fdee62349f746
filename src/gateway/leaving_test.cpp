// Clients that leave, and a gateway that is told to.
#include <future>
#include <thread>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::leaving_test {

using testkit::Connection;
using testkit::LoopbackServer;

TEST(Leaving, AClientThatLeavesTakesTheBackendWithIt) {
  std::promise<bool> closed;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk(token_event("a")));
    closed.set_value(connection.closed_by_peer());
  });
  TestBed bed(backend.url());
  {
    Connection client = bed.connect();
    client.send(TestBed::post(chat, chat_request));
    client.receive_until("\n\n");
  }
  EXPECT_TRUE(closed.get_future().get());
  const auto observation = bed.collected.first(1).at(0);
  EXPECT_EQ(observation.state, TerminalState::cancelled);
  EXPECT_EQ(bed.gateway->count(), 0);
}

TEST(Leaving, AClientThatLeavesBeforeTheFirstTokenTooWhateverItAsked) {
  for (const std::string_view path :
       {"/v1/chat/completions", "/v1/completions", "/v1/responses", "/v1/messages", "/api/chat",
        "/api/generate", "/v1/embeddings", "/anything/else"})
    for (const std::string_view body : {R"({"stream":false})", R"({"stream":true})"}) {
      std::promise<bool> closed;
      std::promise<void> asked;
      LoopbackServer backend([&](Connection& connection) {
        connection.receive_message();
        asked.set_value();
        closed.set_value(connection.closed_by_peer());
      });
      TestBed bed(backend.url());
      {
        Connection client = bed.connect();
        client.send(TestBed::post(path, body));
        asked.get_future().get();
      }
      EXPECT_TRUE(closed.get_future().get()) << path << body;
      EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::cancelled) << path << body;
      EXPECT_EQ(bed.gateway->backends().at(0).in_flight, 0) << path << body;
    }
}

TEST(Drain, LetsRunningAnswersEndAndTakesNoMore) {
  std::promise<void> streaming, go_on;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk(token_event("a")));
    streaming.set_value();
    go_on.get_future().wait();
    connection.send(chunk("data: [DONE]\n\n") + "0\r\n\r\n");
  });
  TestBed bed(backend.url());
  const uint16_t port = bed.gateway->address().port;
  auto asked = std::async(std::launch::async, [&] { return bed.ask(chat, chat_request); });
  streaming.get_future().wait();
  auto drained = std::async(std::launch::async, [&] { bed.gateway->drain(); });
  while (Connection::to(port).send("x")) std::this_thread::yield();
  go_on.set_value();
  EXPECT_TRUE(asked.get().whole);
  drained.get();
  EXPECT_EQ(bed.gateway->count(), 0);
}

TEST(Drain, WhatRunsLongerEndsWithAnErrorInItsDialect) {
  std::promise<void> streaming, silent;
  LoopbackServer backend([&](Connection& connection) {
    const bool streams = connection.receive_message().head.find("/v1/messages") != std::string::npos;
    if (streams) connection.send(stream_head + chunk("event: ping\ndata: {\"type\":\"ping\"}\n\n"));
    (streams ? streaming : silent).set_value();
    connection.closed_by_peer();
  });
  TestBed bed(backend.url());
  Connection streams = bed.connect(), waits = bed.connect();
  streams.send(TestBed::post("/v1/messages", R"({"stream":true,"messages":[]})"));
  waits.send(TestBed::post(chat, chat_request));
  for (auto* reached : {&streaming, &silent}) reached->get_future().wait();
  streams.receive_until("ping\"}\n\n");
  auto drained = std::async(std::launch::async, [&] { bed.gateway->drain(); });
  while (drained.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready)
    bed.clock.advance(GatewayOptions().timeouts.drain);
  const std::string last_words = streams.receive_all();
  EXPECT_NE(last_words.find("event: error\ndata: {\"error\":{\"code\":\"overloaded\""), std::string::npos);
  EXPECT_TRUE(last_words.ends_with("0\r\n\r\n")) << last_words;
  const auto refused = waits.receive_message();
  EXPECT_TRUE(refused.head.starts_with("HTTP/1.1 503 ")) << refused.head;
  EXPECT_NE(refused.head.find("Retry-After: "), std::string::npos);
  for (const Observation& seen : bed.collected.first(2)) EXPECT_EQ(seen.state, TerminalState::shed);
  EXPECT_EQ(bed.gateway->count(), 0);
}

TEST(Leaving, AClientThatDripsItsHeadIsSentAway) {
  TestBed bed("http://127.0.0.1:1");
  Connection client = bed.connect();
  bool closed = false;
  for (int i = 0; i < 20 && !closed; ++i) {
    client.send("P");
    bed.clock.advance(std::chrono::seconds(40));  // each time less than timeouts.client
    closed = client.closed_by_peer(150);
  }
  EXPECT_TRUE(closed);
}

TEST(Leaving, ASlowReaderGetsTheTailOfItsLastAnswerToo) {
  const std::string body = "\"" + std::string(8 << 20, 'x') + "\"";
  std::promise<void> sent;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(answer("application/json", body));
    sent.set_value();
    connection.receive_message();
  });
  GatewayOptions options;
  options.limits.slow_reader.value = 64 << 20;
  TestBed bed(std::vector{backend.url()}, options);
  Connection client = bed.connect();
  client.send(TestBed::post(chat, "{}", "Connection: close\r\n"));
  sent.get_future().wait();
  for (int i = 0; i < 5; ++i) {
    bed.clock.advance(std::chrono::seconds(10));
    EXPECT_FALSE(client.closed_by_peer(120));
  }
  const auto reply = client.receive_message();
  EXPECT_TRUE(reply.whole);
  EXPECT_EQ(reply.body.size(), body.size());
}

}  // namespace foreshock::gateway::leaving_test
