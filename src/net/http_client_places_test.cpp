// The client where it does not speak plain HTTP over TCP: through TLS, and to unix sockets.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "net/client_test.h"
#include "testkit/loopback.h"
#include "testkit/temporary_folder.h"

namespace foreshock::net::http_client_places_test {

using testkit::Connection;
using testkit::LoopbackServer;

// The body, or the error.
std::string text_of(const Outcome& outcome) {
  return outcome.error ? std::string(outcome.error->what()) : outcome.body;
}

class HttpClientPlaces : public testing::Test {
 protected:
  Outcome get(HttpClient& client, const std::string& url) {
    return io_.wait_for(exchange(client, ClientRequest("GET", url)));
  }
  // Answers with the path of each request.
  static void tell_path(Connection& connection) {
    for (auto request = connection.receive_message(); request.whole; request = connection.receive_message()) {
      const std::string path = request.head.substr(4, request.head.find(" HTTP/") - 4);
      connection.send(fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{}", path.size(), path));
    }
  }

  IoThread io_;
  RealClock clock_;
  testkit::TemporaryFolder folder_;
  testkit::CertificateFiles files_ = testkit::make_certificate(folder_.path());
};

TEST_F(HttpClientPlaces, AUnixSocketIsAskedAsAHostIs) {
  LoopbackServer server(tell_path, testkit::Place(folder_.path() / "server.sock"));
  HttpClient client(io_.executor(), clock_);
  EXPECT_EQ(text_of(get(client, server.url() + ":/v1/models?a=1")), "/v1/models?a=1");
  const Outcome again = get(client, server.url());
  EXPECT_EQ(text_of(again), "/");
  EXPECT_TRUE(again.reused);
  EXPECT_NE(text_of(get(client, "unix:/none/a.sock:/")).find("no connection to unix:/none/a.sock: "),
            std::string::npos);
}

TEST_F(HttpClientPlaces, ThroughTlsConnectionsAreKeptToo) {
  LoopbackServer server(tell_path, {}, files_);
  HttpClient client(io_.executor(), clock_, {files_.certificate, true});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(text_of(get(client, server.url() + "/a")), "/a");
  EXPECT_EQ(server.connections(), 1);
}

TEST_F(HttpClientPlaces, AServerThatNobodyTrustsIsRefused) {
  LoopbackServer server(tell_path, {}, files_);
  const auto other = testkit::make_certificate(folder_.path(), "other");
  HttpClient strict(io_.executor(), clock_, {other.certificate, true});
  EXPECT_EQ(
      text_of(get(strict, server.url())),
      fmt::format("no connection to 127.0.0.1:{}: its certificate is not trusted: self-signed certificate",
                  server.port()));
  HttpClient lost(io_.executor(), clock_, {folder_.path() / "none.pem", true});
  EXPECT_NE(text_of(get(lost, server.url())).find("none.pem: No such file or directory"), std::string::npos);
}

TEST_F(HttpClientPlaces, ABodyThatIsCutIsNoWholeOne) {
  LoopbackServer server(
      [](Connection& connection) {
        connection.receive_message();
        connection.send("HTTP/1.1 200 OK\r\n\r\nhalf");
        connection.cut();
      },
      {}, files_);
  HttpClient client(io_.executor(), clock_, {files_.certificate, true});
  EXPECT_NE(text_of(get(client, server.url())), "half");
}

TEST_F(HttpClientPlaces, LargeBodiesPassThroughTls) {
  LoopbackServer server(
      [](Connection& connection) {
        const auto request = connection.receive_message();
        connection.send(fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{}", request.body.size(),
                                    request.body));
      },
      {}, files_);
  HttpClient client(io_.executor(), clock_, {files_.certificate, true});
  const Outcome outcome =
      io_.wait_for(exchange(client, ClientRequest("POST", server.url(), std::string(3 << 20, 'x'))));
  EXPECT_EQ(text_of(outcome).size(), 3u << 20);
}

}  // namespace foreshock::net::http_client_places_test
