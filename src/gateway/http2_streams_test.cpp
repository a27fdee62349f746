// How streams of HTTP/2 wait and end.
#include <future>

#include "gateway/gateway_test_bed.h"
#include "testkit/http2_client.h"

namespace foreshock::gateway::http2_streams_test {

using testkit::Connection;
using testkit::Http2Client;
using testkit::LoopbackServer;

const std::string done_event = "data: [DONE]\n\n";

TEST(Http2Streams, ABrokenAnswerEndsInAnErrorEventWhereOneFitsAndInAReset) {
  for (const auto& [sent, event_fits] :
       {std::pair(chunk(token_event("a")), true), std::pair(chunk("data: {\"choi"), false)}) {
    LoopbackServer backend([&](Connection& connection) {
      connection.receive_message();
      connection.send(stream_head + sent);
      connection.reset();
    });
    TestBed bed(backend.url());
    Http2Client client(bed.connect());
    const auto& reply = client.wait(client.post(chat, chat_request));
    EXPECT_FALSE(reply.ended);
    EXPECT_EQ(reply.error, 2u) << "INTERNAL_ERROR";
    EXPECT_EQ(reply.body.find("\"code\":\"backend_broken\"") != std::string::npos, event_fits) << reply.body;
    EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::truncated);
  }
}

TEST(Http2Streams, AStreamThatIsResetIsCancelledAtItsBackendAndTheOthersGoOn) {
  std::promise<bool> left;
  std::promise<void> go;
  LoopbackServer backend([&](Connection& connection) {
    const bool stays = connection.receive_message().body.find("stay") != std::string::npos;
    connection.send(stream_head + chunk(token_event("a")));
    if (!stays) return left.set_value(connection.closed_by_peer());
    go.get_future().wait();
    connection.send(chunk(done_event) + "0\r\n\r\n");
  });
  TestBed bed(backend.url());
  Http2Client client(bed.connect());
  const int32_t leaves = client.post(chat, chat_request),
                stays = client.post(chat, R"({"stream":true,"x":"stay"})");
  client.wait_for(leaves, "\n\n");
  client.wait_for(stays, "\n\n");
  client.reset(leaves);
  EXPECT_TRUE(left.get_future().get());
  go.set_value();
  EXPECT_EQ(client.wait(stays).body, token_event("a") + done_event);
  EXPECT_EQ(bed.collected.first(2).at(0).state, TerminalState::cancelled);
  EXPECT_EQ(bed.collected.first(2).at(1).state, TerminalState::ok);
}

TEST(Http2Streams, ASlowReaderOfOneStreamHoldsItsBackendBackAndNotTheOthers) {
  std::promise<size_t> held_back;
  const std::string event = token_event(std::string(10'000, 'x'));
  LoopbackServer backend([&](Connection& connection) {
    if (connection.receive_message().body.find("short") != std::string::npos) {
      connection.send(answer("application/json", "{}"));
      return;
    }
    connection.send(stream_head);
    bool held = false;
    for (size_t i = 0; i < 1'000; ++i) {
      if (!held && !connection.takes_more()) {
        held = true;
        held_back.set_value(i * event.size());
      }
      connection.send(chunk(event));
    }
    connection.send(chunk(done_event) + "0\r\n\r\n");
  });
  TestBed bed(backend.url());
  Http2Client client(bed.connect(), false);
  const int32_t slow = client.post(chat, chat_request);
  EXPECT_LT(held_back.get_future().get(), 6'000'000u)
      << "of 10 MB: what the sockets hold, and limits.slow_reader";
  client.read_until([&] { return client.answer(slow).body.size() == 65'535; });
  client.give_window(0, 65'535);
  EXPECT_EQ(client.wait(client.post(chat, R"({"x":"short"})")).body, "{}");
  size_t given = 0;
  client.read_until([&] {
    const auto& reply = client.answer(slow);
    const size_t come = reply.body.size() - std::exchange(given, reply.body.size());
    if (come > 0)
      for (const int32_t id : {slow, 0}) client.give_window(id, come);
    return reply.closed;
  });
  EXPECT_EQ(client.answer(slow).body.size(), 1'000 * event.size() + done_event.size());
}

TEST(Http2Streams, ADrainLetsWhatRunsEndAndTakesNothingNew) {
  std::promise<void> go;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk(token_event("a")));
    go.get_future().wait();
    connection.send(chunk(done_event) + "0\r\n\r\n");
  });
  TestBed bed(backend.url());
  Http2Client client(bed.connect());
  const int32_t running = client.post(chat, chat_request);
  client.wait_for(running, "\n\n");
  auto drained = std::async(std::launch::async, [&] { bed.gateway->drain(); });
  EXPECT_TRUE(client.read_until([&] { return client.goaway; }));
  EXPECT_EQ(client.goaway_error, 0u);
  go.set_value();
  EXPECT_EQ(client.wait(running).body, token_event("a") + done_event);
  client.read_until([] { return false; });
  EXPECT_TRUE(client.connection_closed);
}

TEST(Http2Streams, ARequestOnItsWayWhenADrainBeginsIsAnswered) {
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  Http2Client client(bed.connect());
  client.wait(client.post(chat, "{}"));
  auto drained = std::async(std::launch::async, [&] { bed.gateway->drain(); });
  // What it has not read yet tells it to go.
  while (!client.peer_speaks()) {
  }
  const int32_t late = client.post(chat, "{}");
  EXPECT_EQ(client.wait(late).body, "{}");
  client.read_until([] { return false; });
  EXPECT_TRUE(client.connection_closed);
  EXPECT_EQ(client.goaway_error, 0u);
}

TEST(Http2Streams, OneThatDoesNotAnswerAPingIsToldToGoInTime) {
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + std::string("\0\0\0\4\0\0\0\0\0", 9));
  client.receive();
  auto drained = std::async(std::launch::async, [&] { bed.gateway->drain(); });
  client.receive();
  bed.clock.advance(std::chrono::seconds(2));
  client.receive_all();
  EXPECT_TRUE(client.closed_by_peer(0));
}

TEST(Http2Streams, WhatRunsLongerThanADrainIsToldSo) {
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk(token_event("a")));
    connection.closed_by_peer();
  });
  TestBed bed(backend.url());
  Http2Client client(bed.connect());
  const int32_t running = client.post(chat, chat_request);
  client.wait_for(running, "\n\n");
  auto drained = std::async(std::launch::async, [&] { bed.gateway->drain(); });
  while (drained.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready)
    bed.clock.advance(GatewayOptions().timeouts.drain);
  EXPECT_TRUE(client.wait(running).body.starts_with(token_event("a") + "data: {\"error\":"));
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::shed);
}

}  // namespace foreshock::gateway::http2_streams_test
