// Answers that break off, stall or nobody waits for.
#include <future>
#include <latch>
#include <thread>

#include <nlohmann/json.hpp>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::broken_answer_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

// Lets an hour pass, again and again, until ANSWERED is there: the reactor looks at the clock some twenty
// times a second.
bool comes_in_time(TestBed& bed, std::future<Connection::Message>& answered) {
  for (int i = 0; i < 200; ++i) {
    bed.clock.advance(1h);
    if (answered.wait_for(50ms) == std::future_status::ready) return true;
  }
  return false;
}

TEST(BrokenAnswer, CutBetweenEventsEndsWithAnErrorFrameAndNoDone) {
  LoopbackServer backend([](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk(token_event("a")));
    connection.close();
  });
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_TRUE(reply.whole) << "the frame ends the body cleanly, so that clients read it";
  ASSERT_TRUE(reply.body.starts_with(token_event("a") + "data: {\"error\":")) << reply.body;
  EXPECT_EQ(reply.body.find("[DONE]"), std::string::npos);
  const std::string frame = reply.body.substr(token_event("a").size() + 6);
  EXPECT_EQ(nlohmann::json::parse(frame)["error"]["code"], "backend_broken");
  const auto observation = bed.collected.first(1).at(0);
  EXPECT_EQ(observation.state, TerminalState::truncated);
  EXPECT_EQ(observation.token_events, 1);
}

TEST(BrokenAnswer, CutInsideAnEventBreaksOffForTheClientToo) {
  for (const std::string& partial :
       {stream_head + "40\r\ndata: {\"choi", stream_head + chunk("data: {\"choi")}) {
    LoopbackServer backend([&](Connection& connection) {
      connection.receive_message();
      connection.send(partial);
      connection.reset();
    });
    TestBed bed(backend.url());
    EXPECT_FALSE(bed.ask(chat, chat_request).whole);
    EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::truncated);
  }
}

TEST(BrokenAnswer, AnthropicAndOllamaGetTheFrameOfTheirOwn) {
  LoopbackServer backend([](Connection& connection) {
    const auto request = connection.receive_message();
    const bool lines = request.head.find("/api/chat") != std::string::npos;
    connection.send(fmt::format("HTTP/1.1 200 OK\r\nContent-Type: {}\r\nTransfer-Encoding: chunked\r\n\r\n",
                                lines ? "application/x-ndjson" : "text/event-stream"));
    connection.send(chunk(lines ? "{\"done\":false}\n" : "event: ping\ndata: {\"type\":\"ping\"}\n\n"));
    connection.close();
  });
  TestBed bed(backend.url());
  EXPECT_NE(bed.ask("/v1/messages", "{\"stream\":true}").body.find("event: error\ndata: {\"error\":"),
            std::string::npos);
  EXPECT_NE(bed.ask("/api/chat", "{}").body.find("}\n{\"error\":\"the backend"), std::string::npos);
}

TEST(BrokenAnswer, ALineCutInTheMiddleBreaksOffToo) {
  LoopbackServer backend([](Connection& connection) {
    connection.receive_message();
    connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n" +
        chunk("{\"done\":"));
    connection.close();
  });
  TestBed bed(backend.url());
  EXPECT_FALSE(bed.ask("/api/chat", "{}").whole);
}

TEST(BrokenAnswer, AResetIsNoCleanEndOfAnAnswerThatEndsByClosing) {
  std::promise<void> seen;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + token_event("a"));
    seen.get_future().wait();
    connection.reset();
  });
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send(TestBed::post(chat, chat_request));
  client.receive_until("\n\n");
  seen.set_value();
  EXPECT_NE(client.receive_until("0\r\n\r\n").find("\"code\":\"backend_broken\""), std::string::npos);
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::truncated);
}

TEST(BrokenAnswer, AfterTheEndMarkerNothingIsMissing) {
  LoopbackServer backend([](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk(token_event("a") + "data: [DONE]\n\n"));
    connection.close();
  });
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_TRUE(reply.whole);
  EXPECT_EQ(reply.body, token_event("a") + "data: [DONE]\n\n");
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::ok);
}

TEST(BrokenAnswer, AShortBodyIsNotPassedOffAsWhole) {
  LoopbackServer backend([](Connection& connection) {
    connection.receive_message();
    connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"choices\":");
    connection.close();
  });
  TestBed bed(backend.url());
  EXPECT_FALSE(bed.ask(chat, chat_request).whole);
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::truncated);
}

TEST(BrokenAnswer, ABackendThatSaysNothingIs502) {
  LoopbackServer backend([](Connection& connection) { connection.receive_message(); });
  TestBed bed(backend.url());
  EXPECT_TRUE(bed.ask(chat, chat_request).head.starts_with("HTTP/1.1 502 "));
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::truncated);
}

TEST(BrokenAnswer, AReusedConnectionThatDiesIsTriedOnceMoreOnAFreshOne) {
  std::atomic<int> connections{0};
  LoopbackServer backend([&](Connection& connection) {
    const bool first = connections++ == 0;
    connection.receive_message();
    connection.send(answer("application/json", "{}"));
    if (first)
      connection.receive_message();  // takes the second request, and dies
    else
      while (connection.receive_message().whole) connection.send(answer("application/json", "{}"));
  });
  TestBed bed(backend.url());
  Connection client = bed.connect();
  for (int i = 0; i < 2; ++i) {
    client.send(TestBed::post(chat, "{}"));
    EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 200 ")) << i;
  }
  EXPECT_EQ(backend.connections(), 2);
}

TEST(BrokenAnswer, ASilentBackendTimesOutInEachPhase) {
  std::latch asked{2};
  LoopbackServer backend([&](Connection& connection) {
    const bool stalls_in_stream = connection.receive_message().body.find("stall") != std::string::npos;
    if (stalls_in_stream) connection.send(stream_head + chunk(token_event("a")));
    asked.count_down();
    connection.closed_by_peer();
  });
  TestBed bed(backend.url());
  auto before = std::async(std::launch::async, [&] { return bed.ask(chat, chat_request); });
  auto inside =
      std::async(std::launch::async, [&] { return bed.ask(chat, R"({"stream":true,"x":"stall"})"); });
  asked.wait();
  ASSERT_TRUE(comes_in_time(bed, before));
  ASSERT_TRUE(comes_in_time(bed, inside));
  EXPECT_TRUE(before.get().head.starts_with("HTTP/1.1 504 "));
  const auto reply = inside.get();
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 200 "));
  EXPECT_NE(reply.body.find("\"code\":\"timeout\""), std::string::npos) << reply.body;
  for (const Observation& observation : bed.collected.first(2))
    EXPECT_EQ(observation.state, TerminalState::timeout);
}

TEST(BrokenAnswer, ASlowReaderHoldsItsBackendBackAndNotOurMemory) {
  std::promise<size_t> held_back;
  const std::string event = token_event(std::string(10'000, 'x'));
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head);
    bool held = false;
    for (size_t i = 0; i < 3'000; ++i) {
      if (!held && !connection.takes_more()) {
        held = true;
        held_back.set_value(i * event.size());
      }
      connection.send(chunk(event));
    }
    connection.send(chunk("data: [DONE]\n\n") + "0\r\n\r\n");
  });
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send(TestBed::post(chat, chat_request));
  auto taken = held_back.get_future();
  ASSERT_EQ(taken.wait_for(10s), std::future_status::ready) << "the backend was never made to wait";
  EXPECT_LT(taken.get(), 20'000'000u) << "of 30 MB: what the sockets hold, and the watermark";
  const auto reply = client.receive_message();
  EXPECT_TRUE(reply.whole);
  EXPECT_EQ(reply.body.size(), 3'000 * event.size() + 14);
}

}  // namespace foreshock::gateway::broken_answer_test
