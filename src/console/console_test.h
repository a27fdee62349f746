#pragma once
// A console over a store in virtual time, asked without a socket.
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "console/console.h"
#include "testkit/temporary_folder.h"

namespace foreshock::console {

inline constexpr std::array test_signals = {
    SignalSpec{"ttft", "s", Direction::lower_is_better, Rollup::distribution, "Time to first token."},
    SignalSpec{"throughput", "tokens/s", Direction::higher_is_better, Rollup::sum, "Tokens a second."},
    SignalSpec{"error_rate", "ratio", Direction::lower_is_better, Rollup::mean, "Share that failed."},
};

inline std::vector<Stratum> strata_of(const Observation& observation) {
  return {{}, {"model", observation.model}, {"finish", observation.finish_reason}};
}

inline constexpr std::array<std::string_view, 5> test_dimensions = {"model", "replica", "finish",
                                                                    "code_language", "key"};

class ConsoleTest : public ::testing::Test {
 protected:
  ConsoleTest() {
    status_.version = "1.2.3";
    status_.started = clock_.now();
    status_.gateway = "http://127.0.0.1:8400";
    status_.backends = {{"a", "http://127.0.0.1:8000", "vllm", true}};
    restart();
  }

  void restart() {
    store_.reset();
    store::StoreOptions options;
    options.data_dir = folder_.path().string();
    options.observation_ring = Bytes{2'000 * 512};
    store_ = store::Store::open(options, clock_, test_signals).value();
    routes_ = routes({*store_, std::make_shared<SignalCatalog>(test_signals), clock_,
                      [this] { return status_; }, test_dimensions, nullptr, nullptr, strata_of});
  }

  // The answer to GET TARGET (path and query).
  net::HttpReply get(std::string_view target, wire::Headers headers = {}) const {
    net::HttpRequest request;
    request.method = "GET";
    request.path = target.substr(0, target.find('?'));
    if (request.path.size() < target.size()) request.query = target.substr(request.path.size() + 1);
    request.headers = std::move(headers);
    request.headers.add("Host", "localhost:8401");
    request.from_this_machine = true;
    const net::Route* rest = nullptr;
    for (const net::Route& route : routes_) {
      if (route.path == request.path) return route.answer(request);
      if (route.path == "/*") rest = &route;
    }
    return rest->answer(request);
  }

  nlohmann::json get_json(std::string_view target) const {
    const net::HttpReply reply = get(target);
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.content_type, "application/json");
    return nlohmann::json::parse(reply.body);
  }

  // The message of a refusal; also checks its shape.
  std::string refusal(std::string_view target, int status = 400) const {
    const net::HttpReply reply = get(target);
    EXPECT_EQ(reply.status, status) << target;
    EXPECT_EQ(reply.content_type, "application/json");
    const auto error = nlohmann::json::parse(reply.body).at("error");
    EXPECT_EQ(error.at("code"), status == 400 ? "bad_request" : "not_found");
    EXPECT_FALSE(error.at("hint").get<std::string>().empty());
    return error.at("message");
  }

  void take(std::string_view signal, double value, Stratum stratum = {}) {
    const Sample sample{{std::string(signal), std::move(stratum)}, clock_.now(), value, 1};
    store_->take(std::span(&sample, 1));
  }

  testkit::TemporaryFolder folder_;
  VirtualClock clock_{Instant{std::chrono::seconds(1'800'000'000)}};
  std::unique_ptr<store::Store> store_;
  Status status_;
  std::vector<net::Route> routes_;
};

inline std::string header(const net::HttpReply& reply, std::string_view name) {
  for (const auto& [known, value] : reply.headers)
    if (known == name) return value;
  return "";
}

}  // namespace foreshock::console
