#include "gateway/gateway.h"

#include <set>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::gateway_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

TEST(Gateway, JsonThatOnlyOurParserDislikesIsPassedOn) {
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  for (const char* body :
       {R"({"model":"half an emoji \ud83d"})", R"({"seed":18446744073709551616})", R"({"x":1e400})"})
    EXPECT_TRUE(bed.ask(chat, body).head.starts_with("HTTP/1.1 200 ")) << body;
}

TEST(Gateway, KeysInPathsAreNotKept) {
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  bed.ask("/v1/tenants/canary/chat/completions", chat_request);
  bed.ask("/canary", "{}");
  const auto observations = bed.collected.first(2);
  std::set<std::string> endpoints;  // two connections, two workers: in either order
  for (const Observation& observation : observations) endpoints.insert(observation.endpoint);
  EXPECT_EQ(endpoints, (std::set<std::string>{"/chat/completions", "other"}));
}

TEST(Gateway, FramingNeverDependsOnAFieldThatWasStripped) {
  LoopbackServer backend(
      answers("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: "
              "content-length\r\nContent-Length: 2\r\n\r\n{}"));
  TestBed bed(backend.url());
  Connection client = bed.connect();
  for (int i = 0; i < 2; ++i) {
    client.send(TestBed::post(chat, chat_request));
    const auto reply = client.receive_message();
    EXPECT_TRUE(reply.whole);
    EXPECT_EQ(reply.body, "{}");
  }
}

TEST(Gateway, AnHtmlPageIsNoAnswer) {
  LoopbackServer backend(answers(answer("text/html; charset=utf-8", "<html><body>Welcome</body></html>")));
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 502 ")) << reply.head;
  EXPECT_EQ(error_of(reply)["code"], "backend_not_sse");
  EXPECT_FALSE(error_of(reply)["hint"].get<std::string>().empty());
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::not_sse);
}

TEST(Gateway, AServiceThatRoutesInsideNamesItsReplica) {
  LoopbackServer backend(
      answers("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nx-foreshock-replica: gpu-7\r\n"
              "Content-Length: 2\r\n\r\n{}"));
  TestBed bed(backend.url());
  bed.ask(chat, chat_request);
  EXPECT_EQ(bed.collected.first(1).at(0).replica, "gpu-7");
}

TEST(Gateway, NamesOfStrangersAreKeptWithoutHiddenCharacters) {
  LoopbackServer backend(
      answers(answer("application/json\r\nx-foreshock-replica: a\xc2\x9b"
                     "b",
                     "{\"system_fingerprint\":\"\\u202e\"}")));
  TestBed bed(backend.url());
  bed.ask(chat, "{\"model\":\"m\\u001b[2J\\u200b\"}");
  const Observation kept = bed.collected.first(1).at(0);
  EXPECT_EQ(kept.model, "m\\x1b[2J\\u200b");
  EXPECT_EQ(kept.replica, "a\\x9bb");
  EXPECT_EQ(kept.version, "\\u202e");
}

TEST(Gateway, APortThatIsTakenSaysSo) {
  LoopbackServer other(answers(""));
  GatewayOptions options;
  options.listen = fmt::format("127.0.0.1:{}", other.port());
  options.backends.push_back({"a", "http://127.0.0.1:1", "auto", ""});
  VirtualClock clock;
  Collected collected;
  const auto started = Gateway::start(options, clock, collected, collected, 1);
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().code(), Code::io);
  EXPECT_NE(started.error().text().find("taken by another program"), std::string::npos);
  EXPECT_NE(started.error().text().find("--listen"), std::string::npos);
}

TEST(Gateway, HopByHopFieldsAndCredentialsStayBehind) {
  std::string seen;
  LoopbackServer backend([&](Connection& connection) {
    seen = connection.receive_message().head;
    connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: "
        "x-private\r\nX-Private: 1\r\n"
        "Authorization: Bearer canary\r\nX-Debug-Key: canary\r\nSet-Cookie: canary\r\nX-Request-Id: 7\r\n"
        "x-ratelimit-remaining-tokens: 8\r\nX-Mine-Too: 9\r\n\r\n{}");
  });
  GatewayOptions options;
  options.backends.push_back({"keyed", backend.url() + "/v1", "auto", "backend-key"});
  options.response_headers = "x-other, x-mine-*";
  TestBed bed(std::vector<std::string>{}, options);
  const auto reply = bed.ask(chat, chat_request,
                             "Connection: x-hop\r\nX-Hop: 1\r\nAuthorization: Bearer client-key\r\nX-Stays: "
                             "1\r\nx-api-key: client-key\r\nCookie: client-key\r\n");
  EXPECT_TRUE(seen.starts_with("POST /v1/chat/completions HTTP/1.1\r\n")) << seen;
  EXPECT_EQ(seen.find("X-Hop"), std::string::npos);
  EXPECT_EQ(seen.find("client-key"), std::string::npos);
  EXPECT_NE(seen.find("Authorization: Bearer backend-key"), std::string::npos);
  EXPECT_NE(seen.find("X-Stays: 1"), std::string::npos);
  EXPECT_NE(seen.find(fmt::format("Host: 127.0.0.1:{}\r\n", backend.port())), std::string::npos);
  EXPECT_EQ(reply.head.find("canary"), std::string::npos);
  EXPECT_EQ(reply.head.find("X-Private"), std::string::npos);
  for (const std::string_view field : {"X-Request-Id: 7", "x-ratelimit-remaining-tokens: 8", "X-Mine-Too: 9"})
    EXPECT_NE(reply.head.find(field), std::string::npos) << field;
}

TEST(Gateway, KeepsConnectionsAndAnswersPipelinedRequestsInOrder) {
  LoopbackServer backend([](Connection& connection) {
    for (auto request = connection.receive_message(); request.whole; request = connection.receive_message())
      connection.send(answer("application/json", request.body));
  });
  TestBed bed(backend.url());
  Connection client = bed.connect();
  std::string all;
  for (int i = 0; i < 20; ++i) all += TestBed::post(chat, fmt::format("{{\"n\":{}}}", i));
  client.send(all);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(client.receive_message().body, fmt::format("{{\"n\":{}}}", i));
  EXPECT_EQ(backend.connections(), 1);
}

TEST(Gateway, AnswersExpectContinueBeforeTheBody) {
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send(
      "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.receive_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("{}");
  EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 200 "));
}

TEST(Gateway, SpeaksHttp10ByClosing) {
  LoopbackServer backend(
      answers(stream_head + chunk(token_event("a")) + chunk("data: [DONE]\n\n") + "0\r\n\r\n"));
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send(fmt::format("POST {} HTTP/1.0\r\nContent-Length: {}\r\n\r\n{}", chat,
                          std::string_view(chat_request).size(), chat_request));
  const std::string all = client.receive_all();
  EXPECT_EQ(all.find("Transfer-Encoding"), std::string::npos);
  EXPECT_TRUE(all.ends_with("\r\n\r\n" + token_event("a") + "data: [DONE]\n\n")) << all;
}

TEST(Gateway, AStreamThatEndsByClosingIsChunkedForTheClient) {
  LoopbackServer backend([](Connection& connection) {
    connection.receive_message();
    connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + token_event("a") +
                    "data: [DONE]\n\n");
    connection.close();
  });
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_TRUE(reply.whole);
  EXPECT_NE(reply.head.find("Transfer-Encoding: chunked"), std::string::npos);
  EXPECT_EQ(reply.body, token_event("a") + "data: [DONE]\n\n");
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::ok);
}

TEST(Gateway, CountsWhatOthersAskForButMeasuresOnlyRequestsForWork) {
  LoopbackServer backend(answers(answer("application/json", R"({"data":[]})")));
  TestBed bed(backend.url());
  Connection client = bed.connect();
  client.send("GET /v1/models HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(client.receive_message().body, R"({"data":[]})");
  bed.ask("/v1/embeddings", R"({"input":"a"})");
  const auto observations = bed.collected.first(1);
  ASSERT_EQ(observations.size(), 1u);
  EXPECT_EQ(observations[0].endpoint, "/v1/embeddings");
}

TEST(Gateway, FailedRequestsOfTheBackendPassAsTheyAre) {
  const std::string body =
      R"({"error":{"message":"too long","type":"invalid_request_error","code":"context_length"}})";
  LoopbackServer backend(answers(answer("application/json", body, 400)));
  TestBed bed(backend.url());
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 400 "));
  EXPECT_EQ(reply.body, body);
  const auto observation = bed.collected.first(1).at(0);
  EXPECT_EQ(observation.state, TerminalState::inband_error);
  EXPECT_EQ(error_class_of(observation), ErrorClass::client);
}

TEST(Gateway, CountsWhatEmbeddingsUse) {
  LoopbackServer openai(answers(
      answer("application/json", R"({"data":[],"usage":{"prompt_tokens":5000,"total_tokens":5000}})")));
  TestBed bed(openai.url());
  bed.ask("/v1/embeddings", R"({"model":"e","input":["a","b"]})");
  const auto observation = bed.collected.first(1).at(0);
  EXPECT_EQ(observation.model, "e");
  EXPECT_EQ(observation.tokens.prompt, 5000);
  EXPECT_FALSE(observation.tokens.estimated);
  EXPECT_EQ(observation.state, TerminalState::ok);
  EXPECT_EQ(observation.endpoint, "/v1/embeddings");
  LoopbackServer ollama(
      answers(answer("application/json", R"({"model":"e","embeddings":[],"prompt_eval_count":7})")));
  TestBed other(ollama.url());
  other.ask("/api/embed", R"({"model":"e","input":"a"})");
  EXPECT_EQ(other.collected.first(1).at(0).tokens.prompt, 7);
}

}  // namespace foreshock::gateway::gateway_test
