// Backends that are down, come back, or cannot be connected to.
#include <sys/resource.h>

#include <atomic>
#include <thread>

#include "gateway/gateway_test_bed.h"

namespace foreshock::gateway::backend_test {

using testkit::Connection;
using testkit::LoopbackServer;

TEST(Backend, ABackendThatIsDownIs502WithAHint) {
  TestBed bed(fmt::format("http://127.0.0.1:{}", testkit::unused_port()));
  const auto reply = bed.ask(chat, chat_request);
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 502 ")) << reply.head;
  EXPECT_EQ(error_of(reply)["code"], "backend_unreachable");
  EXPECT_NE(error_of(reply)["message"].get<std::string>().find("Connection refused"), std::string::npos);
  EXPECT_EQ(error_of(reply)["hint"], "Check that the backend runs and that its url is right.");
  const auto observation = bed.collected.first(1).at(0);
  EXPECT_EQ(observation.state, TerminalState::truncated);
  EXPECT_EQ(observation.status, 502);
  EXPECT_EQ(error_class_of(observation), ErrorClass::upstream);
  EXPECT_FALSE(bed.gateway->backends().at(0).healthy);
}

TEST(Backend, AnotherBackendStepsInBeforeAnythingWasSent) {
  LoopbackServer backend(answers(answer("application/json", R"({"choices":[]})")));
  TestBed bed({fmt::format("http://127.0.0.1:{}", testkit::unused_port()), backend.url()}, {});
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(bed.ask(chat, chat_request).head.starts_with("HTTP/1.1 200 "));
}

TEST(Backend, ABackendThatComesBackIsFoundAgain) {
  LoopbackServer other(answers(answer("application/json", R"({"a":1})")));
  const uint16_t port = testkit::unused_port();
  TestBed bed({fmt::format("http://127.0.0.1:{}", port), other.url()}, {});
  while (bed.gateway->backends().at(0).healthy) EXPECT_TRUE(bed.ask(chat, chat_request).whole);
  LoopbackServer back(answers(answer("application/json", R"({"b":1})")), port);
  for (int i = 0; i < 200 && !bed.gateway->backends().at(0).healthy; ++i) {
    bed.clock.advance(std::chrono::seconds(3));
    EXPECT_TRUE(bed.ask(chat, chat_request).whole);
  }
  EXPECT_TRUE(bed.gateway->backends().at(0).healthy) << "without a request having been risked on it";
}

TEST(Backend, EveryAddressOfANameIsTried) {
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(
      fmt::format("http://localhost:{}", backend.port()));  // ::1 may come first, and nobody listens there
  EXPECT_TRUE(bed.ask(chat, chat_request).head.starts_with("HTTP/1.1 200 "));
}

// Listens and takes nobody: its queue is full, so that who connects hears nothing at all.
class SilentAddress {
 public:
  SilentAddress() {
    address_ = net::resolve({"127.0.0.1", 0}).value().front();
    bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address_.storage), address_.size);
    listen(listener_.get(), 0);
    address_ = net::resolve(net::local_address(listener_)).value().front();
    for (int i = 0; i < 4; ++i) waiting_.push_back(net::start_connect(address_));
  }
  const net::SocketAddress& address() const { return address_; }

 private:
  FileDescriptor listener_{socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  net::SocketAddress address_;
  std::vector<FileDescriptor> waiting_;
};

TEST(Backend, AnAddressThatIsSilentHoldsUpNoOther) {
  const SilentAddress silent;
  LoopbackServer backend(answers(answer("application/json", "{}")));
  VirtualClock clock{Instant{std::chrono::hours(500'000)}};
  Collected collected;
  GatewayOptions options;
  options.listen = "127.0.0.1:0";
  options.threads = 1;
  options.backends.push_back({"named", "http://engine.example:80", "auto", ""});
  GatewayPorts ports;
  ports.look_up = [&](const net::Address&) {
    return net::resolve({"127.0.0.1", backend.port()}).map([&](auto found) {
      return std::vector{silent.address(), silent.address(), found.front()};
    });
  };
  const auto gateway = Gateway::start(options, clock, collected, collected, 1, ports).value();
  Connection client = Connection::to(gateway->address().port);
  client.send(TestBed::post(chat, chat_request));
  EXPECT_FALSE(client.closed_by_peer(150));
  EXPECT_EQ(backend.connections(), 0);
  for (int i = 0; i < 2; ++i) {
    clock.advance(std::chrono::milliseconds(250));
    (void)client.closed_by_peer(150);
  }
  EXPECT_TRUE(client.receive_message().head.starts_with("HTTP/1.1 200 "));
  EXPECT_EQ(gateway->backends().at(0).doubt, "none");
}

TEST(Backend, ANameIsLookedUpAgainWhenItsAddressNoLongerAnswers) {
  LoopbackServer moved(answers(answer("application/json", "{}")));
  std::atomic<uint16_t> port{testkit::unused_port()};
  Collected collected;
  VirtualClock clock{Instant{std::chrono::hours(500'000)}};
  GatewayOptions options;
  options.listen = "127.0.0.1:0";
  options.threads = 1;
  options.backends.push_back({"named", "http://engine.example:80", "auto", ""});
  GatewayPorts ports;
  ports.look_up = [&port](const net::Address& address) {
    EXPECT_EQ(address.host, "engine.example");
    return net::resolve({"127.0.0.1", port});
  };
  const auto gateway = Gateway::start(options, clock, collected, collected, 1, ports).value();
  const auto ask = [&] {
    Connection client = Connection::to(gateway->address().port);
    client.send(TestBed::post(chat, chat_request));
    return client.receive_message().head;
  };
  EXPECT_TRUE(ask().starts_with("HTTP/1.1 502 "));
  port = moved.port();
  while (!ask().starts_with("HTTP/1.1 200 ")) std::this_thread::yield();
}

TEST(Backend, WithoutDescriptorsConnectionsWaitAndAreServedLater) {
  LoopbackServer backend(answers(answer("application/json", "{}")));
  TestBed bed(backend.url());
  Connection early = bed.connect();
  early.send(TestBed::post(chat, "{}"));
  EXPECT_TRUE(early.receive_message().whole);
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit small = before;
  small.rlim_cur = 256;
  setrlimit(RLIMIT_NOFILE, &small);
  std::vector<FileDescriptor> taken;
  for (int descriptor = dup(0); descriptor >= 0; descriptor = dup(0)) taken.emplace_back(descriptor);
  taken.pop_back();
  Connection late = bed.connect();  // has the last one: nobody can accept it
  late.send(TestBed::post(chat, "{}"));
  early.send(TestBed::post(chat, "{}"));
  EXPECT_TRUE(early.receive_message().head.starts_with("HTTP/1.1 200 ")) << "who is in is served";
  taken.clear();
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_TRUE(late.receive_message().head.starts_with("HTTP/1.1 200 "));
}

TEST(Backend, ANameThatIsNotKnownYetHoldsUpNothing) {
  LoopbackServer backend(answers(answer("application/json", R"({"choices":[]})")));
  std::atomic<bool> is_known{false};
  GatewayPorts ports;
  ports.look_up = [&](const net::Address& address) -> Result<std::vector<net::SocketAddress>> {
    if (address.host == "later.test" && !is_known)
      return fail(Code::backend_unreachable, "the host is not known: later.test");
    return net::resolve({"127.0.0.1", backend.port()});
  };
  VirtualClock clock{Instant{std::chrono::hours(500'000)}};
  Collected collected;
  GatewayOptions options;
  options.listen = "127.0.0.1:0";
  options.backends = {{"later", "http://later.test:1", "auto", ""}};
  options.backends.back().health = "off";
  const auto gateway = Gateway::start(options, clock, collected, collected, 1, ports).value();
  EXPECT_FALSE(gateway->backends().at(0).healthy);
  const auto status = [&] {
    auto client = Connection::to(gateway->address().port);
    client.send(TestBed::post(chat, chat_request));
    return client.receive_message().head.substr(9, 3);
  };
  EXPECT_EQ(status(), "502");
  is_known = true;
  while (status() != "200") std::this_thread::yield();
}

}  // namespace foreshock::gateway::backend_test
