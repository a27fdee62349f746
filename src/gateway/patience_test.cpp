// Models that think in silence, and their clients meanwhile.
#include "gateway/patience.h"

#include <future>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::patience_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

const std::string comment = chunk(": waiting\n\n");

GatewayOptions with_thinkers() {
  GatewayOptions options;
  options.models = {{"*-think*", 0s, 40min}, {"slow", 30min, 0s}, {"*", 0s, 2min}};
  return options;
}

TEST(Patience, IsThatOfTheFirstPatternThatMatches) {
  const GatewayOptions options = with_thinkers();
  for (const auto* model : {"qwen-think", "a-think-b", "-think-think"})
    EXPECT_EQ(patience_with(model, options).idle, 40min) << model;
  EXPECT_EQ(patience_with("slow", options).first_byte, 30min);
  EXPECT_EQ(patience_with("slow", options).idle, TimeoutOptions().idle);
  for (const auto* model : {"", "qwen-thin", "slower", "think"})
    EXPECT_EQ(patience_with(model, options).idle, 2min) << model;
  EXPECT_EQ(patience_with("any", {}).idle, TimeoutOptions().idle);
}

// Sends the head and a token, and is silent until it is left.
std::function<void(Connection&)> thinks(std::string head = stream_head) {
  return [head](Connection& connection) {
    connection.receive_message();
    connection.send(head + chunk(token_event("a")));
    connection.closed_by_peer();
  };
}

std::string ask_of(std::string_view model, bool stream = true) {
  return TestBed::post(chat, fmt::format(R"({{"model":"{}","stream":{},"messages":[]}})", model, stream),
                       "Connection: close\r\n");
}

TEST(Patience, AModelThatThinksMayBeSilentForLonger) {
  LoopbackServer backend(thinks());
  TestBed bed(backend.url(), with_thinkers());
  Connection thinker = bed.connect(), other = bed.connect();
  for (auto& [client, model] : {std::pair(&thinker, "m-think"), std::pair(&other, "m")}) {
    client->send(ask_of(model));
    client->receive_until("\"a\"");
  }
  bed.clock.advance(3min);
  EXPECT_NE(other.receive_until("0\r\n\r\n").find("\"code\":\"timeout\""), std::string::npos);
  EXPECT_TRUE(thinker.receive_until(comment).ends_with(comment)) << "it runs on, and says so";
  bed.clock.advance(38min);
  EXPECT_NE(thinker.receive_until("0\r\n\r\n").find("\"code\":\"timeout\""), std::string::npos);
}

TEST(Patience, ASilentStreamIsKeptAwakeWithCommentsThatAreNoTokens) {
  std::promise<void> thought;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk(token_event("a")));
    thought.get_future().wait();
    connection.send(chunk(token_event("b") + "data: [DONE]\n\n") + "0\r\n\r\n");
  });
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send(ask_of("m"));
  client.receive_until(chunk(token_event("a")));
  for (int i = 0; i < 2; ++i) {
    bed.clock.advance(16s);
    EXPECT_EQ(client.receive_until("\n\n\r\n"), comment);
  }
  thought.set_value();
  EXPECT_EQ(client.receive_until("0\r\n\r\n"), chunk(token_event("b") + "data: [DONE]\n\n") + "0\r\n\r\n");
  EXPECT_EQ(bed.collected.first(1).at(0).token_events, 2);
}

// What would break the answer: inside an event or a chunk, beyond the length that was told, in compressed
// bytes, in lines of JSON, and where no stream was asked for.
TEST(Patience, NoCommentStandsWhereNoneFits) {
  const std::string lines =
      "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string packed =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\n"
      "Transfer-Encoding: chunked\r\n\r\n";
  const std::string counted =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 100\r\n\r\n";
  for (const std::string& bytes :
       {stream_head + chunk("data: {\"x"), stream_head + chunk("event: x\n"),
        stream_head + chunk(token_event("x")) + "40\r\ndata: ", counted + token_event("x"),
        packed + chunk("x"), lines + chunk("{\"x\":1}\n"),
        stream_head + chunk(token_event("x") + "data: [DONE]\n\n"),
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" +
            chunk("{\"x")}) {
    LoopbackServer backend([&](Connection& connection) {
      connection.receive_message();
      connection.send(bytes);
      connection.closed_by_peer();
    });
    TestBed bed(backend.url());
    Connection client = bed.connect();
    client.send(ask_of("m"));
    client.receive_until("x");
    bed.clock.advance(1min);
    (void)client.closed_by_peer(150);
    bed.clock.advance(10min);
    EXPECT_EQ(client.receive_all().find(": waiting"), std::string::npos) << bytes;
  }
  LoopbackServer backend(thinks());
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send(ask_of("m", false));
  client.receive_until("\"a\"");
  bed.clock.advance(1min);
  (void)client.closed_by_peer(150);
  bed.clock.advance(10min);
  EXPECT_EQ(client.receive_all().find(": waiting"), std::string::npos) << "it asked for no stream";
}

}  // namespace foreshock::gateway::patience_test
