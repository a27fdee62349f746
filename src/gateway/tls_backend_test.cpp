// TLS to backends.
#include <future>

#include "gateway/gateway_test_bed.h"
#include "testkit/temporary_folder.h"

namespace foreshock::gateway::tls_backend_test {

using testkit::Connection;
using testkit::LoopbackServer;

class TlsToBackends : public testing::Test {
 protected:
  static GatewayOptions options(const std::string& url, const std::string& ca_file, bool verify = true) {
    GatewayOptions options;
    options.backends.push_back({.name = "b0", .url = url, .ca_file = ca_file, .verify = verify});
    return options;
  }
  testkit::TemporaryFolder folder_;
  testkit::CertificateFiles files_ = testkit::make_certificate(folder_.path());
};

TEST_F(TlsToBackends, RequestsGoOverAConnectionThatIsKept) {
  std::string head;
  LoopbackServer backend(
      [&](Connection& connection) {
        for (auto request = connection.receive_message(); request.whole;
             request = connection.receive_message()) {
          head = request.head;
          connection.send(answer("application/json", request.body));
        }
      },
      {}, files_);
  TestBed bed(std::vector<std::string>(), options(backend.url(), files_.certificate));
  Connection client = bed.connect();
  for (int i = 0; i < 3; ++i) {
    client.send(TestBed::post(chat, chat_request));
    EXPECT_EQ(client.receive_message().body, chat_request);
  }
  EXPECT_EQ(backend.connections(), 1);
  EXPECT_NE(head.find(fmt::format("Host: 127.0.0.1:{}\r\n", backend.port())), std::string::npos) << head;
}

// Its first address may be ::1, where nobody listens.
TEST_F(TlsToBackends, AHostMayBeANameWithSeveralAddresses) {
  LoopbackServer backend(answers(answer("application/json", "{}")), {}, files_);
  TestBed bed(std::vector<std::string>(),
              options(fmt::format("https://localhost:{}", backend.port()), files_.certificate));
  EXPECT_EQ(bed.ask(chat, chat_request).body, "{}");
}

TEST_F(TlsToBackends, EachTokenIsThereBeforeTheNextIsMade) {
  std::array<std::promise<void>, 3> next;
  LoopbackServer backend(
      [&](Connection& connection) {
        connection.receive_message();
        connection.send(stream_head);
        for (auto& go : next) {
          go.get_future().wait();
          connection.send(chunk(token_event("a")));
        }
        connection.send(chunk("data: [DONE]\n\n") + "0\r\n\r\n");
        connection.close();
      },
      {}, files_);
  TestBed bed(std::vector<std::string>(), options(backend.url(), files_.certificate));
  Connection client = bed.connect();
  client.send(TestBed::post(chat, chat_request));
  client.receive_until("\r\n\r\n");
  for (auto& go : next) {
    go.set_value();
    EXPECT_TRUE(client.receive_until("\n\n").ends_with(token_event("a")));
  }
  client.receive_until("0\r\n\r\n");
  EXPECT_EQ(bed.collected.first(1).at(0).token_events, 3);
}

TEST_F(TlsToBackends, ACertificateThatNobodyTrustsIsRefusedUnlessThatIsAskedFor) {
  LoopbackServer backend(answers(answer("application/json", "{}")), {}, files_);
  const auto other = testkit::make_certificate(folder_.path(), "other");
  TestBed strict(std::vector<std::string>(), options(backend.url(), other.certificate));
  const auto refused = strict.ask(chat, chat_request);
  EXPECT_TRUE(refused.head.starts_with("HTTP/1.1 502 ")) << refused.head;
  EXPECT_NE(error_of(refused)["message"].get<std::string>().find(
                "cannot be reached: its certificate is not trusted: self-signed certificate"),
            std::string::npos)
      << refused.body;
  EXPECT_EQ(error_of(refused)["code"], "backend_unreachable");
  TestBed careless(std::vector<std::string>(), options(backend.url(), "", false));
  EXPECT_EQ(careless.ask(chat, chat_request).body, "{}");
}

TEST_F(TlsToBackends, ACertificateMustBeForTheHostThatWasAsked) {
  const auto elsewhere =
      testkit::make_certificate(folder_.path(), "elsewhere", "DNS:engine.example,IP:127.0.0.2");
  LoopbackServer backend(answers(answer("application/json", "{}")), {}, elsewhere);
  for (const auto& [host, reason] :
       {std::pair("127.0.0.1", "IP address mismatch"), std::pair("localhost", "hostname mismatch")}) {
    TestBed bed(std::vector<std::string>(),
                options(fmt::format("https://{}:{}", host, backend.port()), elsewhere.certificate));
    const auto reply = bed.ask(chat, chat_request);
    EXPECT_NE(error_of(reply)["message"].get<std::string>().find(reason), std::string::npos) << reply.body;
  }
}

TEST_F(TlsToBackends, OneThatSpeaksPlainHttpCannotBeReached) {
  LoopbackServer backend([](Connection& connection) { connection.send("HTTP/1.1 400 Bad Request\r\n\r\n"); });
  TestBed bed(std::vector<std::string>(),
              options(fmt::format("https://127.0.0.1:{}", backend.port()), files_.certificate));
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_NE(
      error_of(reply)["message"].get<std::string>().find("the TLS handshake failed: wrong version number"),
      std::string::npos)
      << reply.body;
}

// Whoever can cut a connection could pass off half an answer as a whole one.
TEST_F(TlsToBackends, AnAnswerThatEndsByClosingIsWholeOnlyWhereTheBackendSaysSo) {
  const std::string half = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + token_event("a");
  LoopbackServer cut(
      [&](Connection& connection) {
        connection.receive_message();
        connection.send(half);
        connection.cut();
      },
      {}, files_);
  LoopbackServer ended(
      [&](Connection& connection) {
        connection.receive_message();
        connection.send(half + "data: [DONE]\n\n");
        connection.close();
      },
      {}, files_);
  TestBed broken(std::vector<std::string>(), options(cut.url(), files_.certificate));
  EXPECT_NE(broken.ask(chat, chat_request).body.find("\"code\":\"backend_broken\""), std::string::npos);
  EXPECT_EQ(broken.collected.first(1).at(0).state, TerminalState::truncated);
  TestBed whole(std::vector<std::string>(), options(ended.url(), files_.certificate));
  EXPECT_EQ(whole.ask(chat, chat_request).body, token_event("a") + "data: [DONE]\n\n");
  EXPECT_EQ(whole.collected.first(1).at(0).state, TerminalState::ok);
}

TEST_F(TlsToBackends, WhatIsSetForPlainHttpByMistakeIsSaid) {
  for (const GatewayOptions& wrong : {options("http://127.0.0.1:1", files_.certificate),
                                      options("https://127.0.0.1:1", folder_.path() / "none.pem")}) {
    VirtualClock clock;
    Collected collected;
    const auto started = Gateway::start(wrong, clock, collected, collected, 1);
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().code(), Code::bad_config);
    EXPECT_NE(started.error().text().find("backend 'b0': "), std::string::npos);
    EXPECT_NE(started.error().text().find("ca_file"), std::string::npos);
  }
}

}  // namespace foreshock::gateway::tls_backend_test
