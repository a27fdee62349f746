// Where the gateway listens, and where backends do: unix sockets, and both families of IP.
#include <sys/stat.h>

#include "gateway/gateway_test_bed.h"
#include "testkit/temporary_folder.h"

namespace foreshock::gateway::listening_test {

using testkit::Connection;
using testkit::LoopbackServer;
using testkit::Place;

class Listening : public testing::Test {
 protected:
  static GatewayOptions at(const std::string& listen) {
    GatewayOptions options;
    options.listen = listen;
    return options;
  }
  static testkit::Connection::Message ask(const Place& place) {
    Connection client = Connection::to(place);
    client.send(TestBed::post(chat, chat_request));
    return client.receive_message();
  }
  // Of a gateway that cannot start.
  static std::string refusal(const std::string& listen) {
    GatewayOptions options = at(listen);
    options.backends.push_back({"a", "http://127.0.0.1:1", "auto", ""});
    VirtualClock clock;
    Collected collected;
    const auto started = Gateway::start(options, clock, collected, collected, 1);
    return started ? "it started" : started.error().text();
  }

  testkit::TemporaryFolder folder_;
  const std::string path_ = folder_.path() / "gateway.sock";
  const std::string listen_ = "unix:" + path_;
};

TEST_F(Listening, AUnixSocketIsForItsOwnerAndGroupAndGoneAtTheEnd) {
  LoopbackServer backend(answers(answer("application/json", "{\"a\":1}")));
  {
    TestBed bed({backend.url()}, at(listen_));
    for (int i = 0; i < 4; ++i) EXPECT_EQ(ask(Place(path_)).body, "{\"a\":1}");
    struct stat status {};
    ASSERT_EQ(stat(path_.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0660u);
    EXPECT_EQ(bed.gateway->url(), listen_);
  }
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(Listening, ASocketThatAFormerServerLeftIsReplacedButNoneInUse) {
  { LoopbackServer former(answers(""), Place(path_)); }
  EXPECT_TRUE(std::filesystem::exists(path_));
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed({backend.url()}, at(listen_));
  EXPECT_EQ(ask(Place(path_)).body, "{}");
  EXPECT_EQ(
      refusal(listen_),
      fmt::format("the socket is taken by another program: {} (Choose another with --listen.)", listen_));
  EXPECT_EQ(ask(Place(path_)).body, "{}") << "the one that was refused has taken nothing away";
}

TEST_F(Listening, WhatIsNoSocketStays) {
  const std::string file = folder_.path() / "precious";
  fclose(fopen(file.c_str(), "w"));
  EXPECT_NE(refusal("unix:" + file).find("there is a file that is no socket"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_NE(
      refusal("unix:" + (folder_.path() / "none" / "a.sock").string()).find("No such file or directory"),
      std::string::npos);
  EXPECT_NE(refusal("unix:/" + std::string(200, 'a')).find("the path of a socket may have 107 bytes"),
            std::string::npos);
}

TEST_F(Listening, ABackendMayListenAtAUnixSocketAndHaveABase) {
  std::string head;
  LoopbackServer backend(
      [&](Connection& connection) {
        head = connection.receive_message().head;
        connection.send(answer("application/json", "{}"));
      },
      Place(folder_.path() / "engine.sock"));
  TestBed bed(backend.url() + ":/engines/v1");
  EXPECT_EQ(bed.ask(chat, chat_request).body, "{}");
  EXPECT_TRUE(head.starts_with("POST /engines/v1/chat/completions HTTP/1.1\r\n")) << head;
  EXPECT_NE(head.find("Host: localhost\r\n"), std::string::npos);
  EXPECT_EQ(bed.gateway->backends().at(0).url, backend.url() + ":/engines/v1");
}

TEST_F(Listening, ABackendWhoseSocketIsNotThereIsNamed) {
  TestBed bed("unix:" + path_);
  EXPECT_EQ(error_of(bed.ask(chat, chat_request))["message"],
            fmt::format(
                "the backend 'b0' at {} cannot be reached: No such file or directory. Check that the backend "
                "runs and that its url is right.",
                listen_));
}

TEST_F(Listening, AddressesOfIpv6OnBothSides) {
  if (!testkit::has_ipv6()) GTEST_SKIP() << "this machine has no IPv6";
  LoopbackServer backend(answers(answer("application/json", "{}")), Place(0, true));
  TestBed bed({backend.url()}, at("[::1]:0"));
  EXPECT_EQ(ask(Place(bed.gateway->address().port, true)).body, "{}");
  EXPECT_EQ(bed.gateway->url(), fmt::format("http://[::1]:{}", bed.gateway->address().port));
}

TEST_F(Listening, AHostWithAddressesOfBothFamiliesIsListenedToOnBoth) {
  if (!testkit::has_ipv6()) GTEST_SKIP() << "this machine has no IPv6";
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed({backend.url()}, at(":0"));
  for (const bool ipv6 : {false, true})
    EXPECT_EQ(ask(Place(bed.gateway->address().port, ipv6)).body, "{}") << ipv6;
}

}  // namespace foreshock::gateway::listening_test
