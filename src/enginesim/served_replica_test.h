#pragma once
// A ServedReplica whose plans a test writes.
#include <functional>
#include <map>

#include "enginesim/api_client_test.h"
#include "enginesim/served_replica.h"
#include "net/raw_client_test.h"

namespace foreshock::enginesim {

struct ScriptedPlanner final : AnswerPlanner {
  AnswerPlan plan(const net::HttpRequest&, const ApiCall& call, const VirtualReplica&, double) override {
    ++planned;
    choices_in_call = static_cast<int>(call.choices.size());
    return next;
  }
  void accepted(uint64_t) override { ++begun; }
  void admitted(uint64_t) override { ++running; }
  void ended(uint64_t) override { ++over; }
  double value(Dial dial) const override {
    ++asked[dial];
    const auto found = values.find(dial);
    return found == values.end() ? 0 : found->second;
  }

  AnswerPlan next;
  std::map<Dial, double> values;
  mutable std::map<Dial, int> asked;
  int planned = 0, begun = 0, running = 0, over = 0, choices_in_call = 0;
};

// No test waits long for a first token, and each gets its tokens at the same pace.
inline VirtualSpec quick_spec() {
  VirtualSpec spec;
  spec.decode_rate = 5000;
  spec.first_token = 0.001;
  spec.first_token_log_sd = spec.inter_token_log_sd = 0;
  return spec;
}

inline net::Awaitable<void> run_once(std::function<void()> work) {
  work();
  co_return;
}

class ServedReplicaTest : public testing::Test {
 protected:
  ServedReplicaTest() {
    options.spec = quick_spec();
    planner.next.request.prompt_tokens = 20;
    planner.next.request.output_tokens = 12;
  }
  void start() {
    auto started = ServedReplica::start(io, {"127.0.0.1", 0}, options, planner, clock);
    ASSERT_TRUE(started) << started.error().text();
    served = std::move(*started);
  }
  void on_thread(std::function<void()> work) { io.wait_for(run_once(std::move(work))); }
  void set(Dial dial, double value) {
    if (!served) start();
    on_thread([&] {
      served->change([&](VirtualReplica& replica, double now, auto&) { replica.set(dial, value, now); });
    });
  }
  Reply ask(std::string method, std::string path, std::string body = "") {
    if (!served) start();
    const std::string url = "http://" + net::to_text(served->address()) + path;
    return io.wait_for(exchange(client, net::ClientRequest(std::move(method), url, std::move(body))));
  }
  static std::string chat_body(const std::string& rest) {
    return R"({"messages":[{"role":"user","content":"What is the weather?"}])" + rest + "}";
  }
  Reply chat(const std::string& rest = "") { return ask("POST", "/v1/chat/completions", chat_body(rest)); }
  Reply stream(const std::string& rest = "") {
    return chat(R"(,"stream":true,"stream_options":{"include_usage":true})" + rest);
  }
  // Whether the replica resets a connection on which REQUEST was sent, or one that sends nothing.
  bool resets(const std::string& request) {
    if (!served) start();
    net::RawClient raw(served->address().port);
    raw.send(request);
    return raw.is_reset();
  }
  bool refuses_connections() { return resets(""); }
  static std::string get(const std::string& path) { return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n"; }
  static std::string post(const std::string& rest) {
    const std::string body = chat_body(rest);
    return "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  }
  double metric(std::string_view name, std::string_view label = "") {
    return sample_of(ask("GET", "/metrics").body, name, label);
  }
  // Whether WHAT, asked on the thread again and again, becomes true.
  bool becomes(const std::function<bool()>& what) {
    bool is = false;
    for (int attempt = 0; attempt < 20000 && !is; ++attempt) on_thread([&] { is = what(); });
    return is;
  }

  RealClock clock;
  net::IoThread io;
  net::HttpClient client{io.executor(), clock};
  ScriptedPlanner planner;
  ServedReplicaOptions options;
  std::unique_ptr<ServedReplica> served;
};

}  // namespace foreshock::enginesim
