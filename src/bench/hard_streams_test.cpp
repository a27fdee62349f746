// The hard streams of ../shared/tools/stream_cases, read by the load client: state, tokens, finish reason and
// times are the truth. The gateway's turn at them: tests/clients/stream_cases.test.mjs.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <future>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bench/load_client.h"
#include "testkit/corpus.h"
#include "testkit/program.h"

namespace foreshock::bench::hard_streams_test {

constexpr size_t streams = 36;
constexpr double clock_slack =
    0.005;  // seconds: a stamp can be late on a busy machine, but not before its cause

std::filesystem::path cases_folder() {
  const char* const named = std::getenv("FORESHOCK_STREAM_CASES");
  if (named != nullptr) return named;
  const auto corpus = testkit::corpus_folder();
  return corpus.empty() ? corpus : corpus / "../tools/stream_cases";
}

nlohmann::json truths() {
  const std::string print = fmt::format(
      "import json, sys; sys.path.insert(0, '{}'); from cases import CASES; "
      "print(json.dumps([dict(name=c.name, **{{k: v for k, v in c.truth.items() if k != 'text'}}) for c in "
      "CASES]))",
      cases_folder().string());
  return nlohmann::json::parse(testkit::run_program({"/usr/bin/env", "python3", "-c", print}).out);
}

LoadResult ask(net::IoThread& io, const Clock& clock, const std::string& url, size_t number) {
  net::HttpClient http(io.executor(), clock);
  LoadClient client(http, clock, *find_endpoint(fmt::format("{}/{}", url, number)), "m", true);
  ChatPrompt prompt;
  prompt.messages = {{"user", "hi"}};
  return io.wait_for(client.send(prompt, clock.now()));
}

void expect_not_before(std::optional<Instant> stamp, Instant headers, const nlohmann::json& truth_ms) {
  ASSERT_EQ(stamp.has_value(), !truth_ms.is_null());
  if (stamp) {
    EXPECT_GE(seconds(*stamp - headers) + clock_slack, truth_ms.get<double>() / 1000);
  }
}

void expect_truth(const nlohmann::json& truth, const LoadResult& result) {
  const Observation& found = result.observation;
  EXPECT_EQ(name_of(found.state), truth["state"].get<std::string>());
  EXPECT_EQ(found.tokens.output.value_or(0), truth["tokens"].get<int64_t>());
  EXPECT_EQ(found.tokens.output && found.tokens.estimated,
            found.tokens.output && truth["tokens_from"] == "chunks");
  EXPECT_EQ(found.finish_reason, truth["finish"].is_null() ? "" : truth["finish"].get<std::string>());
  if (found.state == TerminalState::not_sse) return;
  expect_not_before(found.stamps.first_token, *found.stamps.headers, truth["ttft_ms"]);
  expect_not_before(found.stamps.last_token, *found.stamps.headers, truth["last_token_ms"]);
}

TEST(HardStreams, AllThirtySixAreReadRightlyByTheLoadClient) {
  if (!std::filesystem::exists(cases_folder() / "cases.py"))
    GTEST_SKIP() << "SKIPPED " << streams << " streams: no cases.py in '" << cases_folder().string()
                 << "'; set FORESHOCK_STREAM_CASES";
  testkit::Program server({"/usr/bin/env", "python3", (cases_folder() / "mock_server.py").string()});
  const std::string url = server.read_line();
  const auto truth = truths();
  ASSERT_EQ(truth.size(), streams);
  const RealClock clock;
  net::IoThread io;
  std::vector<std::future<LoadResult>> results;
  for (size_t i = 0; i < streams; ++i)
    results.push_back(std::async(std::launch::async, [&, i] { return ask(io, clock, url, i + 1); }));
  for (size_t i = 0; i < streams; ++i) {
    SCOPED_TRACE(fmt::format("stream {}: {}", i + 1, truth[i]["name"].get<std::string>()));
    expect_truth(truth[i], results[i].get());
  }
  server.end(SIGTERM);
}

}  // namespace foreshock::bench::hard_streams_test
