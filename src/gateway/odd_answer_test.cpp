// Answers of backends that are none, or not what their heads say.
#include <future>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::odd_answer_test {

using testkit::Connection;
using testkit::LoopbackServer;

TEST(OddAnswer, WhatCannotBeReadIs502AtOnce) {
  std::string interim;
  for (int i = 0; i < 30; ++i) interim += "HTTP/1.1 103 Early Hints\r\n\r\n";
  for (const std::string& odd : {std::string("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n"),
                                 interim, stream_head + "zz\r\n", stream_head + "ffffffffffffffff\r\n"}) {
    LoopbackServer backend([&](Connection& connection) {
      connection.receive_message();
      connection.send(odd);
      connection.closed_by_peer();
    });
    TestBed bed(backend.url());
    const auto reply = bed.ask(chat, chat_request);
    EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 502 ")) << odd;
    EXPECT_EQ(error_of(reply)["code"], "backend_broken");
  }
}

TEST(OddAnswer, SomeInterimAnswersAreSkipped) {
  LoopbackServer backend(answers("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n" +
                                 answer("application/json", "{}")));
  TestBed bed(backend.url());
  EXPECT_EQ(bed.ask(chat, chat_request).body, "{}");
}

// What follows a head without a body must not begin the answer of somebody else.
TEST(OddAnswer, WithoutABodyItEndsThereAndItsConnectionIsNotUsedAgain) {
  for (const std::string& odd :
       {std::string("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n"),
        std::string("HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n"),
        std::string("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello")}) {
    LoopbackServer backend(answers(odd));
    TestBed bed(backend.url());
    Connection client = bed.connect();
    for (int i = 0; i < 2; ++i) {
      client.send("GET /v1/x HTTP/1.1\r\nHost: x\r\n\r\n");
      const std::string head = client.receive_until("\r\n\r\n");
      EXPECT_TRUE(head.starts_with(odd.substr(0, 12))) << head;
      EXPECT_EQ(head.find("Transfer-Encoding"), std::string::npos) << head;
      EXPECT_TRUE(odd.find(" 304 ") != std::string::npos || head.find("Content-Length") == std::string::npos)
          << head;
    }
    EXPECT_EQ(backend.connections(), 2) << odd;
  }
}

TEST(OddAnswer, OfAPlain204TheConnectionIsUsedAgain) {
  LoopbackServer backend(answers("HTTP/1.1 204 No Content\r\n\r\n"));
  TestBed bed(backend.url());
  Connection client = bed.connect();
  for (int i = 0; i < 2; ++i) {
    client.send("GET /v1/x HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_TRUE(client.receive_until("\r\n\r\n").starts_with("HTTP/1.1 204 "));
  }
  EXPECT_EQ(backend.connections(), 1);
}

// BODY ends by closing.
struct Closed {
  bool whole;
  TerminalState state;
};
Closed closed_after(const std::string& body) {
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + body);
  });
  TestBed bed(backend.url());
  const bool whole = bed.ask(chat, chat_request).whole;
  return {whole, bed.collected.first(1).at(0).state};
}

TEST(OddAnswer, AStreamThatEndsByClosingIsBrokenInsideAnEventAlone) {
  const std::string token = token_event("a");
  const Closed between = closed_after(token);
  EXPECT_TRUE(between.whole) << "nothing tells that more was to come";
  EXPECT_EQ(between.state, TerminalState::truncated);
  const Closed inside = closed_after(token + "data: {\"choi");
  EXPECT_FALSE(inside.whole);
  EXPECT_EQ(inside.state, TerminalState::truncated);
  for (const std::string& end : {std::string("data: [DONE]"), std::string("data: [DONE]\n")}) {
    const Closed done = closed_after(token + end);
    EXPECT_TRUE(done.whole) << end;
    EXPECT_EQ(done.state, TerminalState::ok) << end;
  }
}

}  // namespace foreshock::gateway::odd_answer_test
