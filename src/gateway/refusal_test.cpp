// Requests that the gateway refuses itself.
#include <nlohmann/json.hpp>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::refusal_test {

using testkit::Connection;

TEST(Gateway, InvalidJsonIs400InTheDialectOfTheClient) {
  TestBed bed("http://127.0.0.1:1");
  const auto openai = bed.ask(chat, "{\"model\": ");
  EXPECT_TRUE(openai.head.starts_with("HTTP/1.1 400 "));
  EXPECT_EQ(error_of(openai)["type"], "invalid_request_error");
  EXPECT_NE(error_of(openai)["message"].get<std::string>().find("not valid JSON"), std::string::npos);
  const auto anthropic = bed.ask("/v1/messages", "nonsense");
  EXPECT_EQ(nlohmann::json::parse(anthropic.body)["type"], "error");
  const auto ollama = bed.ask("/api/chat", "[]");
  EXPECT_TRUE(error_of(ollama).is_string());
  EXPECT_EQ(error_class_of(bed.collected.first(3).at(0)), ErrorClass::client);
}

TEST(Gateway, WhatItRefusesItselfIsInTheDialectOfTheClient) {
  GatewayOptions options;
  options.limits.request_body.value = 1000;
  TestBed bed(std::vector<std::string>{"http://127.0.0.1:1"}, options);
  const std::string large(1001, ' ');
  const auto anthropic = nlohmann::json::parse(bed.ask("/v1/messages/count_tokens", large).body);
  EXPECT_EQ(anthropic["type"], "error");
  EXPECT_EQ(anthropic["error"]["type"], "request_too_large");
  EXPECT_TRUE(error_of(bed.ask("/api/show", large)).is_string());
  EXPECT_EQ(error_of(bed.ask("/api/paas/v4/chat/completions", large))["type"], "invalid_request_error");
  Connection lists = bed.connect();
  lists.send("GET /api/tags HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(error_of(lists.receive_message()).is_string()) << "the backend cannot be reached";
}

TEST(Gateway, ABodyOverTheLimitIs413HoweverItsLengthIsTold) {
  GatewayOptions options;
  options.limits.request_body.value = 1000;
  TestBed bed(std::vector<std::string>{"http://127.0.0.1:1"}, options);
  const auto counted = bed.ask(chat, std::string(1001, ' '));
  EXPECT_TRUE(counted.head.starts_with("HTTP/1.1 413 ")) << counted.head;
  EXPECT_EQ(error_of(counted)["hint"], "Send a smaller body, or raise limits.request_body.");
  Connection client = bed.connect();
  client.send("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" +
              chunk(std::string(600, ' ')) + chunk(std::string(600, ' ')));
  EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 413 "));
  Connection promises = bed.connect();
  promises.send("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n");
  EXPECT_TRUE(promises.receive_message().head.starts_with("HTTP/1.1 413 ")) << "before it has come";
}

TEST(Gateway, RefusesWhatCouldBeReadInTwoWays) {
  TestBed bed("http://127.0.0.1:1");
  for (const char* head :
       {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "nonsense\r\n\r\n",
        "GET / HTTP/1.1\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x:1@evil\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n"}) {
    Connection client = bed.connect();
    client.send(head);
    EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 400 ")) << head;
    EXPECT_TRUE(client.closed_by_peer());
  }
}

TEST(Gateway, OneThatBeginsTlsIsToldSo) {
  TestBed bed("http://127.0.0.1:1");
  Connection client = bed.connect();
  client.send(std::string("\x16\x03\x01\x02\x00\x01\x00", 7));
  const auto told = client.receive_message();
  EXPECT_TRUE(told.head.starts_with("HTTP/1.1 400 ")) << told.head;
  EXPECT_NE(told.body.find("plain HTTP alone"), std::string::npos) << told.body;
  EXPECT_TRUE(client.closed_by_peer());
}

TEST(Refusal, ACompressedBodyIsSaidToBe) {
  testkit::LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, "\x1f\x8b", "Content-Encoding: gzip\r\n");
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 400 ")) << reply.head;
  EXPECT_EQ(error_of(reply)["hint"], "Send it without Content-Encoding.");
}

}  // namespace foreshock::gateway::refusal_test
