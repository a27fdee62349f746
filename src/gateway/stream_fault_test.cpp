// Faults of streams that users of such gateways met (docs/faults.md), each as it happens.
#include <future>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::stream_fault_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

const std::string done = "data: [DONE]\n\n";

// A backend that answers one request with BYTES and closes.
std::function<void(Connection&)> says(std::string bytes) {
  return [bytes](Connection& connection) {
    connection.receive_message();
    connection.send(bytes);
    connection.close();
  };
}

// What a client gets of a stream whose chunks hold EVENTS, whole.
std::string relayed(const std::vector<std::string>& events) {
  std::string bytes = stream_head;
  for (const std::string& event : events) bytes += chunk(event);
  LoopbackServer backend(says(bytes + "0\r\n\r\n"));
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_TRUE(reply.whole);
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::ok);
  return reply.body;
}

TEST(StreamFault, AToolCallOfAnthropicThatBreaksOffEndsWithItsErrorEvent) {
  const std::string piece =
      "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":"
      "\"input_json_delta\",\"partial_json\":\"{\\\"ci\"}}\n\n";
  LoopbackServer backend(says(stream_head + chunk(piece)));
  TestBed bed(backend.url());
  const auto reply = bed.ask("/v1/messages", R"({"stream":true,"messages":[]})");
  EXPECT_TRUE(reply.body.starts_with(piece + "event: error\ndata: {")) << reply.body;
  EXPECT_EQ(reply.body.find("message_stop"), std::string::npos);
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::truncated);
}

TEST(StreamFault, WhatCameBeforeABreakArrives) {
  const std::string three = token_event("a") + token_event("b") + token_event("c");
  LoopbackServer backend(says(stream_head + chunk(three)));
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 200 "));
  EXPECT_TRUE(reply.body.starts_with(three + "data: {\"error\":"));
  EXPECT_EQ(bed.collected.first(1).at(0).token_events, 3);
}

TEST(StreamFault, BytesBehindTheLengthThatWasToldReachNobody) {
  const std::string first = token_event("a");
  LoopbackServer backend([&](Connection& connection) {
    while (connection.receive_message().whole)
      connection.send(answer("text/event-stream", first) + token_event("stray") + done);
  });
  TestBed bed(backend.url());
  Connection client = bed.connect();
  for (int i = 0; i < 3; ++i) {
    client.send(TestBed::post(chat, chat_request));
    const auto reply = client.receive_message();
    EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 200 "));
    EXPECT_EQ(reply.body, first);
  }
  for (const Observation& observation : bed.collected.first(3))
    EXPECT_EQ(observation.state, TerminalState::truncated) << "nothing in it says that it was whole";
}

TEST(StreamFault, AnEncodedStreamPassesByteForByte) {
  const std::string packed("\x1f\x8b\x08\x00\xe4\xbd\xa0\xff\x00\x01\x8b", 11);
  LoopbackServer backend(says(
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\nTransfer-Encoding: "
      "chunked\r\n\r\n" +
      chunk(packed.substr(0, 5)) + chunk(packed.substr(5)) + "0\r\n\r\n"));
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_NE(reply.head.find("Content-Encoding: gzip\r\n"), std::string::npos);
  EXPECT_EQ(reply.body, packed);
}

TEST(StreamFault, EveryFieldOfAnEventPassesByteForByte) {
  const std::vector<std::string> events = {
      ": keep-alive\n\n", "event: message\r\nid: 7\r\nretry: 5\r\ndata: {\"choices\":[]}\r\n\r\n",
      "data:{\"choices\":[],\ndata: \"x\":1}\n\n", "what: is this\n" + token_event("a"), done};
  std::string all;
  for (const std::string& event : events) all += event;
  EXPECT_EQ(relayed(events), all);
}

TEST(StreamFault, ACharacterCutInTwoArrivesWhole) {
  const std::string event = token_event("\xe4\xbd\xa0\xf0\x9f\x98\x80");
  const size_t middle = event.find("\xe4\xbd") + 2;
  EXPECT_EQ(relayed({event.substr(0, middle), event.substr(middle), done}), event + done);
}

TEST(StreamFault, ProxiesInFrontAreToldNotToHoldItBack) {
  LoopbackServer backend(says(stream_head + chunk(done) + "0\r\n\r\n"));
  TestBed bed(backend.url());
  const std::string head = bed.ask(chat, chat_request).head;
  EXPECT_NE(head.find("X-Accel-Buffering: no\r\n"), std::string::npos) << head;
  EXPECT_NE(head.find("Cache-Control: no-cache, no-transform\r\n"), std::string::npos) << head;
}

TEST(StreamFault, AStreamThatComesInLumpsIsCounted) {
  for (const int tokens : {30, 3}) {
    std::string lump;
    for (int i = 0; i < tokens; ++i) lump += token_event("a");
    std::promise<void> taken[4];
    LoopbackServer backend([&](Connection& connection) {
      connection.receive_message();
      connection.send(stream_head);
      for (auto& one : taken) {
        connection.send(chunk(lump + ": end\n\n"));
        one.get_future().wait();
      }
      connection.send(chunk(done) + "0\r\n\r\n");
    });
    TestBed bed(backend.url());
    Connection client = bed.connect();
    client.send(TestBed::post(chat, chat_request));
    for (auto& one : taken) {
      client.receive_until(": end\n\n");
      bed.clock.advance(2s);
      one.set_value();
    }
    client.receive_until("0\r\n\r\n");
    EXPECT_EQ(bed.collected.first(1).at(0).token_events, 4 * tokens);
    EXPECT_EQ(bed.gateway->backends().at(0).streams_in_lumps, tokens == 30 ? 1 : 0) << tokens;
  }
}

// The clock of the test stands still: who waited for a timer would wait for ever.
TEST(StreamFault, EachPieceIsPassedOnAtOnceAndItsBackendIsBusyToTheLast) {
  std::promise<void> first_came, second_came;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk(token_event("a")));
    first_came.get_future().wait();
    connection.send(chunk(done));
    second_came.get_future().wait();
    connection.send("0\r\n\r\n");
  });
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send(TestBed::post(chat, chat_request));
  EXPECT_TRUE(client.receive_until("\n\n\r\n").ends_with(token_event("a") + "\r\n"));
  first_came.set_value();
  EXPECT_TRUE(client.receive_until("[DONE]\n\n\r\n").ends_with(done + "\r\n"));
  EXPECT_EQ(bed.gateway->backends().at(0).in_flight, 1) << "until its last byte";
  second_came.set_value();
  client.receive_until("0\r\n\r\n");
  EXPECT_EQ(bed.collected.first(1).size(), 1u);
  EXPECT_EQ(bed.gateway->backends().at(0).in_flight, 0);
}

TEST(StreamFault, NothingIsSentAgainAfterTheFirstByte) {
  for (const std::string& begun :
       {stream_head + chunk(token_event("a")), stream_head + chunk(": nothing yet\n\n")}) {
    std::atomic<int> asked{0};
    const auto breaks = [&](Connection& connection) {
      connection.receive_message();
      ++asked;
      connection.send(begun);
      connection.close();
    };
    LoopbackServer one(breaks), two(breaks);
    TestBed bed({one.url(), two.url()}, {});
    EXPECT_NE(bed.ask(chat, chat_request).body.find("\"code\":\"backend_broken\""), std::string::npos);
    EXPECT_EQ(asked, 1);
  }
}

TEST(StreamFault, UsageIsTakenWhereverItStandsAndAskedForByNobodyButTheClient) {
  std::string sent_on;
  const std::string early =
      R"(data: {"choices":[{"index":0,"delta":{}}],"usage":{"prompt_tokens":7,"completion_tokens":1}})"
      "\n\n";
  const std::string late = R"(data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":5}})"
                           "\n\n";
  LoopbackServer backend([&](Connection& connection) {
    sent_on = connection.receive_message().body;
    connection.send(stream_head + chunk(early) + chunk(token_event("a")) + chunk(late) +
                    chunk(token_event("b") + done) + "0\r\n\r\n");
  });
  TestBed bed(backend.url());
  EXPECT_EQ(bed.ask(chat, chat_request).body, early + token_event("a") + late + token_event("b") + done);
  EXPECT_EQ(sent_on, chat_request);
  const auto observation = bed.collected.first(1).at(0);
  EXPECT_EQ(observation.tokens.output, 5) << "the last one told, never the sum";
  EXPECT_EQ(observation.tokens.prompt, 7);
  EXPECT_FALSE(observation.tokens.estimated);
}

}  // namespace foreshock::gateway::stream_fault_test
