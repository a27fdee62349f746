// The configuration is read again while the program runs.
#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "cli/config.h"
#include "cli/up_test.h"
#include "cli/upgrade.h"

namespace foreshock::cli::reload_test {

using testkit::Connection;
using testkit::LoopbackServer;

constexpr const char* request = R"({"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]})";

class Reload : public ::testing::Test {
 protected:
  static LoopbackServer answering(const std::string& body) {
    return LoopbackServer([body](Connection& connection) {
      while (connection.receive_message().whole)
        connection.send(
            fmt::format("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
                        body.size(), body));
    });
  }

  void configure(std::string_view text) const { std::ofstream(config()) << text; }
  void configure_backend(const std::string& url) const {
    configure(
        fmt::format("collect: {{ every: 60 s, health_every: 60 s }}\nbackends: [{{ name: b, url: \"{}\", "
                    "health: off }}]\n",
                    url));
  }
  std::string config() const { return (folder_.path() / "foreshock.yaml").string(); }
  std::string log() const {
    std::ifstream file(folder_.path() / "log");
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Waits at most ten seconds.
  bool logs(std::string_view text) const {
    for (int i = 0; i < 1000 && log().find(text) == std::string::npos; ++i)
      usleep(10'000);  // allowed: another process writes it
    return log().find(text) != std::string::npos;
  }
  static Connection asking(const Up& up) {
    Connection connection = Connection::to(port_of(up.gateway));
    connection.send(
        fmt::format("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{}",
                    std::string_view(request).size(), request));
    return connection;
  }
  static std::string ask(const Up& up) { return asking(up).receive_message().body; }

  testkit::TemporaryFolder folder_;
  FileDescriptor log_{
      open((folder_.path() / "log").c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600)};
};

TEST_F(Reload, OtherBackendsServeWhatIsNewAndTheRunningStreamEnds) {
  std::promise<void> finish;
  const std::shared_future<void> finished = finish.get_future().share();
  LoopbackServer slow([&](Connection& connection) {
    if (!connection.receive_message().head.starts_with("POST")) return;  // who collects comes too
    connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {\"a\":1}\n\n");
    finished.wait();
    connection.send("data: [DONE]\n\n");
  });
  LoopbackServer after = answering(R"({"from":"after"})");
  configure_backend(slow.url());
  const Up up(folder_, {"-c", config()}, log_.get());
  Connection streaming = asking(up);
  EXPECT_NE(streaming.receive_until("\"a\":1").find("\"a\":1"), std::string::npos);
  configure_backend(after.url());
  up.process.signal(SIGHUP);
  ASSERT_TRUE(logs("the configuration was read again")) << log();
  EXPECT_EQ(ask(up), R"({"from":"after"})");
  EXPECT_NE(up.get_text("/metrics").find("foreshock_configuration_reloads 1"), std::string::npos);
  finish.set_value();
  EXPECT_NE(streaming.receive_all().find("[DONE]"), std::string::npos);
}

TEST_F(Reload, ABadFileChangesNothing) {
  LoopbackServer backend = answering(R"({"from":"backend"})");
  configure_backend(backend.url());
  const Up up(folder_, {"-c", config()}, log_.get());
  configure("lisen: 1\n");
  up.process.signal(SIGHUP);
  ASSERT_TRUE(logs("the configuration is left as it was")) << log();
  EXPECT_TRUE(logs(config() + ":1:1: unknown key 'lisen'"));
  configure("tls: { certificate: /no/such/file, key: /no/such/file }\nbackends: [{ url: \"" + backend.url() +
            "\" }]\n");
  up.process.signal(SIGHUP);
  EXPECT_TRUE(logs("/no/such/file"));
  EXPECT_EQ(ask(up), R"({"from":"backend"})");
}

TEST_F(Reload, AnotherProgramTakesThePlaceAndTheRunningStreamEnds) {
  std::promise<void> finish;
  const std::shared_future<void> finished = finish.get_future().share();
  std::atomic<int> asked = 0;
  LoopbackServer backend([&](Connection& connection) {
    while (true) {
      const auto message = connection.receive_message();
      if (!message.whole) return;
      if (!message.head.starts_with("POST") || asked++ > 0) {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        continue;
      }
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {\"a\":1}\n\n");
      finished.wait();
      connection.send("data: [DONE]\n\n");
      return;
    }
  });
  configure_backend(backend.url());
  Up up(folder_, {"-c", config()}, log_.get());
  Connection streaming = asking(up);
  EXPECT_NE(streaming.receive_until("\"a\":1").find("\"a\":1"), std::string::npos);
  up.process.signal(SIGUSR2);
  EXPECT_EQ(up.process.read_line(), up.gateway) << log();
  const std::string console = up.process.read_line();
  ASSERT_TRUE(logs("serves now")) << log();
  EXPECT_EQ(ask(up), "{}");
  finish.set_value();
  EXPECT_NE(streaming.receive_until("[DONE]").find("[DONE]"), std::string::npos);
  streaming.close();
  EXPECT_EQ(up.process.end(0), 0) << "the old one is gone";
  EXPECT_TRUE(logs("1 requests ended here after another program served: not measured"));
  const std::string said = log();
  const std::string mark = "process ";
  kill(std::stoi(said.substr(said.find(mark) + mark.size())), SIGTERM);
  EXPECT_EQ(up.process.read_line(), "") << "and so is the new one";
}

TEST_F(Reload, AProgramThatDoesNotStartTakesNoPlace) {
  LoopbackServer backend = answering(R"({"from":"backend"})");
  configure_backend(backend.url());
  const Up up(folder_, {"-c", config()}, log_.get());
  configure("lisen: 1\n");
  up.process.signal(SIGUSR2);
  ASSERT_TRUE(logs("no other program serves in this one's place")) << log();
  EXPECT_EQ(ask(up), R"({"from":"backend"})");
}

TEST_F(Reload, AProgramThatFailsInThePlaceLeavesTheSocketToTheOldOne) {
  LoopbackServer backend = answering(R"({"from":"backend"})"), has_the_port = answering("");
  const std::string path = (folder_.path() / "gateway.sock").string();
  const auto configure_console = [&](uint16_t port) {
    configure(fmt::format("listen: \"unix:{}\"\nconsole: \"127.0.0.1:{}\"\nbackends: [{{ url: \"{}\" }}]\n",
                          path, port, backend.url()));
  };
  configure_console(0);
  testkit::Program old(
      {program_under_test(), "up", "-c", config(), "--data-dir", (folder_.path() / "d").string()},
      log_.get());
  EXPECT_EQ(old.read_line(), "gateway unix:" + path);
  configure_console(has_the_port.port());
  old.signal(SIGUSR2);
  ASSERT_TRUE(logs("no other program serves in this one's place")) << log();
  EXPECT_NE(log().find("the port is taken"), std::string::npos) << log();
  Connection client = Connection::to(testkit::Place(path));
  client.send(fmt::format("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{}",
                          std::string_view(request).size(), request));
  EXPECT_EQ(client.receive_message().body, R"({"from":"backend"})");
  EXPECT_EQ(old.end(SIGTERM), 0);
  EXPECT_FALSE(std::filesystem::exists(path));
}

// Where a service manager listens, as systemd does.
class ServiceManager {
 public:
  explicit ServiceManager(const std::string& path) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    path.copy(name.sun_path, sizeof name.sun_path - 1);
    bind(socket_.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name);
    setenv("NOTIFY_SOCKET", path.c_str(), 1);
  }
  ~ServiceManager() { unsetenv("NOTIFY_SOCKET"); }
  // Waits at most ten seconds.
  std::string hear() const {
    pollfd readable{socket_.get(), POLLIN, 0};
    char text[200];
    const ssize_t size = poll(&readable, 1, 10'000) == 1 ? recv(socket_.get(), text, sizeof text, 0) : 0;
    return {text, static_cast<size_t>(std::max<ssize_t>(size, 0))};
  }

 private:
  FileDescriptor socket_{socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
};

TEST_F(Reload, AServiceManagerHearsOfEachStep) {
  const ServiceManager manager((folder_.path() / "notify").string());
  LoopbackServer backend = answering("{}");
  configure_backend(backend.url());
  Up up(folder_, {"-c", config()}, log_.get());
  EXPECT_EQ(manager.hear(), "READY=1");
  up.process.signal(SIGHUP);
  EXPECT_TRUE(manager.hear().starts_with("RELOADING=1\nMONOTONIC_USEC="));
  EXPECT_EQ(manager.hear(), "READY=1");
  up.process.signal(SIGUSR2);
  std::vector<std::string> heard{manager.hear(), manager.hear()};  // of two programs, in either order
  std::sort(heard.begin(), heard.end());
  EXPECT_TRUE(heard[0].starts_with("MAINPID="));
  EXPECT_EQ(heard[1], "READY=1");
  kill(std::stoi(heard[0].substr(8)), SIGTERM);
  EXPECT_EQ(manager.hear(), "STOPPING=1");
}

// What a library opened, such as the port of the console, would be taken there too.
TEST(Upgrade, ANewProgramInheritsNothingButWhatItIsGiven) {
  const testkit::TemporaryFolder folder;
  const FileDescriptor open_here(open("/dev/null", O_RDONLY));
  const std::string out = (folder.path() / "out").string();
  const Command shell{"/bin/sh",
                      {"sh", "-c",
                       fmt::format("test -e /proc/self/fd/{} && echo inherited >{}; echo done >>{}",
                                   open_here.get(), out, out)}};
  auto successor = Successor::start(shell, {});
  ASSERT_TRUE(successor);
  EXPECT_FALSE(successor->wait_until_ready()) << "a shell does not serve";
  std::ifstream file(out);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "done\n");
}

TEST(ChangedUntilRestart, NamesTheKeysThatARunningServiceDoesNotTake) {
  Config before, after;
  EXPECT_TRUE(changed_until_restart(before, after).empty());
  after.gateway.threads = 3;
  after.store.series_cap = 500;
  after.gateway.timeouts.idle = std::chrono::seconds(7);
  EXPECT_EQ(changed_until_restart(before, after), (std::vector<std::string>{"threads", "store.series_cap"}));
}

}  // namespace foreshock::cli::reload_test
