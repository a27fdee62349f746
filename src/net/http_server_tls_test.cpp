// A server through TLS.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "net/server_test.h"
#include "testkit/loopback.h"
#include "testkit/temporary_folder.h"

namespace foreshock::net::http_server_tls_test {

using testkit::Connection;

class HttpsServer : public ::testing::Test {
 protected:
  TlsContext context() const {
    std::vector<std::string> warnings;
    return TlsContext::for_server({files_.certificate, files_.key}, warnings, TlsContext::Protocols::http1)
        .value();
  }

  testkit::TemporaryFolder folder_;
  testkit::CertificateFiles files_ = testkit::make_certificate(folder_.path().string());
  IoThread io_;
  std::unique_ptr<HttpServer> server_ =
      HttpServer::listen(io_, {"127.0.0.1", 0}, echo, {}, nullptr, context()).value();
};

TEST_F(HttpsServer, AnswersOneRequestAfterTheOtherAndLargeOnesWhole) {
  Connection connection = Connection::to(server_->address().port);
  ASSERT_TRUE(connection.connect_tls(files_.certificate));
  EXPECT_EQ(connection.protocol(), "http/1.1");
  const std::string large(3'000'000, 'x');
  for (const std::string& body : {std::string("a"), large, std::string()}) {
    connection.send(fmt::format("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", body.size()));
    connection.send(body);
    const auto reply = connection.receive_message();
    EXPECT_TRUE(reply.whole);
    EXPECT_EQ(reply.body, "POST /b? " + body);
  }
  connection.send("GET /c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(connection.receive_message().body, "GET /c? ");
  EXPECT_EQ(connection.receive_all(), "");
  EXPECT_TRUE(connection.ended_in_order());
}

TEST_F(HttpsServer, TellsWhoSpeaksPlainHttpAndServesTheNext) {
  Connection plain = Connection::to(server_->address().port);
  plain.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto told = plain.receive_message();
  EXPECT_TRUE(told.head.starts_with("HTTP/1.1 400 ")) << told.head;
  EXPECT_NE(told.body.find("Write https:// in place of http://."), std::string::npos) << told.body;
  EXPECT_TRUE(plain.closed_by_peer());
  Connection nonsense = Connection::to(server_->address().port);
  nonsense.send("\x16 this is no handshake");
  EXPECT_EQ(nonsense.receive_all().find("HTTP"), std::string::npos);
  Connection next = Connection::to(server_->address().port);
  ASSERT_TRUE(next.connect_tls(files_.certificate));
  next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(next.receive_message().body, "GET /? ");
}

TEST_F(HttpsServer, OneThatNeverShakesHandsEndsInTimeAndWithTheServer) {
  ServerLimits limits;
  limits.head_time = std::chrono::milliseconds(50);
  server_ = HttpServer::listen(io_, {"127.0.0.1", 0}, echo, limits, nullptr, context()).value();
  Connection silent = Connection::to(server_->address().port);
  EXPECT_TRUE(silent.closed_by_peer());
  server_ = HttpServer::listen(io_, {"127.0.0.1", 0}, echo, {}, nullptr, context()).value();
  Connection held = Connection::to(server_->address().port);
  held.send("\x16\x03\x01");
  server_.reset();
  EXPECT_TRUE(held.closed_by_peer());
}

}  // namespace foreshock::net::http_server_tls_test
