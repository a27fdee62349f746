#include "console/console_test.h"

namespace foreshock::console::demo_answer_test {

using nlohmann::json;

struct TestDemo final : DemoSwitch {
  State state() const override { return begun ? State::running : State::ready; }
  Autonomy autonomy() const override { return Autonomy::suggest; }
  void begin() override { begun = true; }
  void reset() override { begun = false; }
  bool begun = false;
};

struct Deeds final : AuditLog {
  void append(std::string_view line) override { whats.push_back(json::parse(line).at("what")); }
  std::vector<std::string> whats;
};

class DemoAnswerTest : public ConsoleTest {
 protected:
  int post(std::string_view path, std::string_view origin = "http://127.0.0.1:8401") const {
    net::HttpRequest request;
    request.method = "POST";
    request.path = path;
    request.headers.add("Host", "127.0.0.1:8401");
    request.headers.add("Origin", std::string(origin));
    request.headers.add("Content-Type", "application/json");
    request.from_this_machine = true;
    request.body = "{}";
    for (const net::Route& route : routes_)
      if (route.method == "POST" && route.path == path) return route.answer(request).status;
    return 0;
  }
};

TEST_F(DemoAnswerTest, AServiceWithoutADemoSaysSo) {
  EXPECT_EQ(get_json("/api/v1/status").at("demo"), nullptr);
  EXPECT_EQ(post("/api/v1/demo/begin"), 404);
}

TEST_F(DemoAnswerTest, BeginsAndResets) {
  TestDemo demo;
  ConsoleSources sources{*store_, std::make_shared<SignalCatalog>(test_signals), clock_,
                         [this] { return status_; }};
  sources.demo = &demo;
  Deeds deeds;
  sources.deeds = &deeds;
  routes_ = routes(sources);
  EXPECT_EQ(get_json("/api/v1/status").at("demo"), "ready");
  EXPECT_EQ(post("/api/v1/demo/begin", "http://evil.example"), 403);
  EXPECT_EQ(get_json("/api/v1/status").at("demo"), "ready");
  EXPECT_EQ(post("/api/v1/demo/begin"), 200);
  EXPECT_EQ(get_json("/api/v1/status").at("demo"), "running");
  EXPECT_EQ(post("/api/v1/demo/reset"), 200);
  EXPECT_EQ(get_json("/api/v1/status").at("demo"), "ready");
  EXPECT_EQ(deeds.whats, (std::vector<std::string>{"demo_begin", "demo_reset"}));
}

}  // namespace foreshock::console::demo_answer_test
