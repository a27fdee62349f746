// TLS to clients.
#include <future>

#include <sys/stat.h>

#include "gateway/gateway_test_bed.h"
#include "testkit/temporary_folder.h"

namespace foreshock::gateway::tls_test {

using namespace std::chrono_literals;
using testkit::Connection;
using testkit::LoopbackServer;

class TlsToClients : public testing::Test {
 protected:
  GatewayOptions options() const {
    GatewayOptions options;
    options.tls = {files_.certificate, files_.key};
    return options;
  }
  Connection connect(const TestBed& bed) const {
    Connection client = bed.connect();
    EXPECT_TRUE(client.connect_tls(files_.certificate));
    return client;
  }
  // What stands in the error of a gateway that cannot start.
  std::string refusal(const net::TlsFiles& files) const {
    GatewayOptions options;
    options.listen = "127.0.0.1:0";
    options.tls = files;
    options.backends.push_back({"a", "http://127.0.0.1:1", "auto", ""});
    VirtualClock clock;
    Collected collected;
    const auto started = Gateway::start(options, clock, collected, collected, 1);
    return started ? "it started" : started.error().text();
  }

  testkit::TemporaryFolder folder_;
  testkit::CertificateFiles files_ = testkit::make_certificate(folder_.path());
};

TEST_F(TlsToClients, RequestsAreAnsweredOnAConnectionThatIsKept) {
  LoopbackServer backend(answers(answer("application/json", "{\"a\":1}")));
  TestBed bed({backend.url()}, options());
  Connection client = connect(bed);
  EXPECT_EQ(client.protocol(), "http/1.1");
  for (int i = 0; i < 3; ++i) {
    client.send(TestBed::post(chat, chat_request));
    EXPECT_EQ(client.receive_message().body, "{\"a\":1}");
  }
  EXPECT_EQ(bed.gateway->url(), fmt::format("https://127.0.0.1:{}", bed.gateway->address().port));
}

// A record of TLS holds up to 16 KB: no token waits until one is full.
TEST_F(TlsToClients, EachTokenIsThereBeforeTheNextIsMade) {
  std::array<std::promise<void>, 5> next;
  LoopbackServer backend([&](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head);
    for (auto& go : next) {
      go.get_future().wait();
      connection.send(chunk(token_event("a")));
    }
    connection.send(chunk("data: [DONE]\n\n") + "0\r\n\r\n");
  });
  TestBed bed({backend.url()}, options());
  Connection client = connect(bed);
  client.send(TestBed::post(chat, chat_request));
  client.receive_until("\r\n\r\n");
  for (auto& go : next) {
    go.set_value();
    EXPECT_TRUE(client.receive_until("\n\n").ends_with(token_event("a")));
  }
  EXPECT_TRUE(client.receive_until("0\r\n\r\n").ends_with("data: [DONE]\n\n\r\n0\r\n\r\n"));
  EXPECT_EQ(bed.collected.first(1).at(0).state, TerminalState::ok);
}

TEST_F(TlsToClients, LargeBodiesPassWholeBothWays) {
  LoopbackServer backend([](Connection& connection) {
    const auto request = connection.receive_message();
    connection.send(answer("application/json", request.body));
  });
  TestBed bed({backend.url()}, options());
  Connection client = connect(bed);
  const std::string body = fmt::format(R"({{"x":"{}"}})", std::string(5 << 20, 'A'));
  auto reply = std::async(std::launch::async, [&] { return client.send(TestBed::post(chat, body)); });
  EXPECT_TRUE(reply.get());
  EXPECT_TRUE(client.receive_message().body == body);
}

TEST_F(TlsToClients, OneThatSpeaksPlainHttpIsToldSo) {
  TestBed bed(std::string("http://127.0.0.1:1"), options());
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 400 ")) << reply.head;
  EXPECT_EQ(error_of(reply)["message"],
            "this port takes TLS alone, and this request came without. Write https:// in place of http://.");
}

TEST_F(TlsToClients, AHandshakeThatFailsIsCounted) {
  TestBed bed(std::string("http://127.0.0.1:1"), options());
  Connection nonsense = bed.connect();
  nonsense.send("\x16 this is no handshake");
  EXPECT_TRUE(nonsense.closed_by_peer());
  Connection picky = bed.connect();
  EXPECT_FALSE(picky.connect_tls(files_.certificate, "localhost", "spdy/1"))
      << "a protocol that we do not speak";
  EXPECT_TRUE(picky.closed_by_peer());
  Connection looks = bed.connect();
  looks.end_sending();
  EXPECT_TRUE(looks.closed_by_peer());
  EXPECT_EQ(bed.gateway->failed_handshakes(), 2) << "one that only looks has not failed";
}

TEST_F(TlsToClients, AHandshakeThatIsNeverDoneEnds) {
  TestBed bed(std::string("http://127.0.0.1:1"), options());
  Connection silent = bed.connect();
  silent.send("\x16\x03\x01");
  EXPECT_FALSE(silent.closed_by_peer(100));
  bed.clock.advance(76s);  // timeouts.client
  EXPECT_TRUE(silent.closed_by_peer());
}

// Without the word that this is the end, a client could not tell an answer that ends by closing from one that
// somebody cut.
TEST_F(TlsToClients, AnAnswerThatEndsByClosingEndsInOrderAndACutOneDoesNot) {
  LoopbackServer whole([](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk("data: [DONE]\n\n") + "0\r\n\r\n");
  });
  LoopbackServer broken([](Connection& connection) {
    connection.receive_message();
    connection.send(stream_head + chunk("data: {\"choi"));
    connection.reset();
  });
  for (const auto& [backend, orderly] : {std::pair(&whole, true), std::pair(&broken, false)}) {
    TestBed bed({backend->url()}, options());
    Connection client = connect(bed);
    client.send(fmt::format("POST {} HTTP/1.0\r\nContent-Length: 2\r\n\r\n{{}}", chat));
    client.receive_all();
    EXPECT_EQ(client.ended_in_order(), orderly);
  }
}

TEST_F(TlsToClients, WhatIsWrongWithTheFilesIsSaidAtTheStart) {
  const auto other = testkit::make_certificate(folder_.path(), "other");
  EXPECT_EQ(
      refusal({folder_.path() / "none.pem", files_.key}),
      fmt::format(
          "the certificate {}/none.pem: No such file or directory (Check the path in tls.certificate, and "
          "that this user may read it.)",
          folder_.path().string()));
  EXPECT_NE(refusal({files_.certificate, ""}).find("tls.key is missing"), std::string::npos);
  EXPECT_NE(refusal({files_.certificate, other.key}).find("it does not belong to " + files_.certificate),
            std::string::npos);
  EXPECT_NE(refusal({files_.key, files_.key}).find("Give a PEM file with the server's certificate"),
            std::string::npos);
  EXPECT_NE(refusal({files_.certificate, files_.certificate}).find("it holds no private key"),
            std::string::npos);
}

TEST_F(TlsToClients, WhatIsDoubtfulIsAWarning) {
  const auto old = testkit::make_certificate(folder_.path(), "old", "DNS:localhost", -1h);
  chmod(old.key.c_str(), 0644);
  std::vector<std::string> warnings;
  ASSERT_TRUE(net::TlsContext::for_server({old.certificate, old.key}, warnings));
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0],
            fmt::format("the certificate {} has expired: clients will refuse it", old.certificate));
  EXPECT_NE(warnings[1].find("everybody on this machine can read"), std::string::npos);
  warnings.clear();
  ASSERT_TRUE(net::TlsContext::for_server({files_.certificate, files_.key}, warnings));
  EXPECT_TRUE(warnings.empty());
}

}  // namespace foreshock::gateway::tls_test
