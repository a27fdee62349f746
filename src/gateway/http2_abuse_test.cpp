// What a client of HTTP/2 can do to tire the gateway, and how far it gets.
#include <future>

#include "gateway/gateway_test_bed.h"
#include "testkit/http2_client.h"

namespace foreshock::gateway::http2_abuse_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::Http2Client;
using testkit::LoopbackServer;

constexpr uint32_t refused_stream = 7, enhance_your_calm = 11;

// A frame of TYPE with FLAGS on STREAM (RFC 9113, section 4.1).
std::string frame(char type, char flags, int stream, std::string_view payload) {
  std::string out;
  for (const int shift : {16, 8, 0}) out.push_back(static_cast<char>(payload.size() >> shift));
  out.push_back(type);
  out.push_back(flags);
  for (const int shift : {24, 16, 8, 0}) out.push_back(static_cast<char>(stream >> shift));
  return out.append(payload);
}

bool is_ended(Http2Client& client) {
  client.read_until([] { return false; });
  return client.connection_closed;
}

TEST(Http2Abuse, MoreStreamsThanAreAllowedAreRefused) {
  std::promise<void> go;
  auto answer_now = go.get_future().share();
  LoopbackServer backend([answer_now](Connection& connection) {
    connection.receive_message();
    answer_now.wait();
    connection.send(answer("application/json", "{}"));
  });
  GatewayOptions options;
  options.limits.streams = 2;
  TestBed bed({backend.url()}, options);
  Http2Client client(bed.connect());
  const int32_t first = client.post(chat, "{}"), second = client.post(chat, "{}"),
                third = client.post(chat, "{}");
  EXPECT_EQ(client.wait(third).error, refused_stream) << "which tells the client that it may try again";
  go.set_value();
  EXPECT_EQ(client.wait(first).body, "{}");
  EXPECT_EQ(client.wait(second).body, "{}");
}

TEST(Http2Abuse, StreamsThatAreOpenedAndResetAtOnceEndTheConnection) {
  LoopbackServer backend([](Connection& connection) { connection.closed_by_peer(); });
  TestBed bed(backend.url());
  Http2Client client(bed.connect());
  for (int i = 0; i < 1100; ++i) client.reset(client.post(chat, "{}"));
  EXPECT_TRUE(is_ended(client));
  EXPECT_EQ(client.goaway_error, enhance_your_calm);
}

TEST(Http2Abuse, FramesThatAskForNothingEndTheConnection) {
  for (const std::string& idle : {frame(6, 0, 0, std::string(8, 'p')), frame(2, 0, 1, std::string(5, 0))}) {
    TestBed bed("http://127.0.0.1:1");
    Http2Client client(bed.connect());
    for (int i = 0; i < 1100; ++i) client.send_raw(idle);
    EXPECT_TRUE(is_ended(client));
    EXPECT_EQ(client.goaway_error, enhance_your_calm);
  }
}

TEST(Http2Abuse, AHeadThatIsContinuedWithoutEndEndsTheConnection) {
  TestBed bed("http://127.0.0.1:1");
  Http2Client client(bed.connect());
  client.send_raw(frame(1, 0, 1, "\x82"));
  for (int i = 0; i < 100; ++i) client.send_raw(frame(9, 0, 1, ""));
  EXPECT_TRUE(is_ended(client));
}

// Of each byte that comes four kilobytes are made (RFC 7541, section 7.3).
TEST(Http2Abuse, AHeadThatIsFarTooLargeOnceUnpackedEndsItsStreamAlone) {
  TestBed bed("http://127.0.0.1:1");
  Connection client = bed.connect();
  std::string head("\x82\x86\x84\x01\x01y\x40\x01x\x7f\xa1\x1e");  // GET http / of y; x: 4,000 bytes, kept
  head += std::string(4000, 'v') + std::string(12'000, '\xbe');
  client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, "") + frame(1, 5, 1, head));
  const std::string reset = frame(3, 0, 1, std::string("\0\0\0\2", 4));
  EXPECT_TRUE(client.receive_until(reset).ends_with(reset));
  client.send(frame(6, 0, 0, "12345678"));
  const std::string answer_to_ping = frame(6, 1, 0, "12345678");
  EXPECT_TRUE(client.receive_until(answer_to_ping).ends_with(answer_to_ping));
}

TEST(Http2Abuse, ARequestThatIsNeverWholeEnds) {
  TestBed bed("http://127.0.0.1:1");
  Http2Client client(bed.connect());
  const int32_t id =
      client.request({{":method", "POST"}, {":scheme", "http"}, {":authority", "x"}, {":path", chat}}, false);
  EXPECT_TRUE(client.ping());
  bed.clock.advance(76s);  // timeouts.client
  EXPECT_EQ(client.wait(id).error, 8u) << "CANCEL";
}

TEST(Http2Abuse, AConnectionWithoutRequestsEndsInTime) {
  TestBed bed("http://127.0.0.1:1");
  Http2Client client(bed.connect());
  EXPECT_TRUE(client.ping());
  bed.clock.advance(76s);
  EXPECT_TRUE(is_ended(client));
  EXPECT_TRUE(client.goaway);
}

// Its window stays shut, so that the answer can never be sent.
TEST(Http2Abuse, AnAnswerThatIsNeverTakenEnds) {
  LoopbackServer backend(answers(answer("application/json", std::string(200'000, ' '))));
  TestBed bed(backend.url());
  Http2Client client(bed.connect(), false);
  const int32_t id = client.post(chat, "{}");
  client.wait_for(id, std::string(65'535, ' '));
  EXPECT_EQ(bed.collected.first(1).size(), 1u) << "the backend is done";
  bed.clock.advance(76s);
  EXPECT_NE(client.wait(id).error, 0u);
}

TEST(Http2Abuse, WhatIsNoHttp2EndsTheConnection) {
  TestBed bed("http://127.0.0.1:1");
  Http2Client client(bed.connect());
  client.send_raw(frame(0, 0, 0, "data on stream 0"));
  EXPECT_TRUE(is_ended(client));
  Connection half = bed.connect();
  half.send("PRI * HTTP/2.0\r\n\r\nXX");
  EXPECT_TRUE(half.receive_message().head.starts_with("HTTP/1.1 400 "));
}

}  // namespace foreshock::gateway::http2_abuse_test
