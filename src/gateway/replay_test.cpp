// Every recorded stream through the gateway, whole, byte by byte and cut at random places: bytes out equal
// bytes in, and the measurement tells what the manifest tells.
#include <gtest/gtest.h>

#include "gateway/gateway_test_bed.h"
#include "testkit/corpus.h"
#include "testkit/pieces.h"
#include "wire/dialect.h"

namespace foreshock::gateway::replay_test {

using testkit::Connection;
using testkit::Recording;

constexpr size_t streams_in_corpus = 73;

const char* path_of_kind(std::string_view kind) {
  if (kind == "oai-chat" || kind == "openai chat") return "/v1/chat/completions";
  if (kind == "oai-completion") return "/v1/completions";
  if (kind == "oai-responses" || kind == "openai responses") return "/v1/responses";
  if (kind == "anthropic" || kind == "anthropic messages") return "/v1/messages";
  if (kind == "ollama") return "/api/chat";
  if (kind == "llama.cpp /completion") return "/completion";
  return "/v1/some-other-format";
}

// How the backend cuts the stream: seed 0 whole, 1 byte by byte, others at random. Each piece is a chunk;
// pieces of a long stream share writes, so that a test takes seconds and not minutes.
void play(Connection& connection, const Recording& recording, uint64_t seed) {
  const size_t longest = seed == 0 ? recording.bytes.size() : seed == 1 ? 1 : 900;
  const auto pieces = testkit::random_pieces(recording.bytes, seed, longest);
  const size_t in_one_write = 1 + pieces.size() / 2'000;
  connection.send(fmt::format("HTTP/1.1 200 OK\r\nContent-Type: {}\r\nTransfer-Encoding: chunked\r\n\r\n",
                              recording.content_type));
  std::string write;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const std::string_view piece = seed == 0 ? std::string_view(recording.bytes) : pieces[i];
    write += chunk(piece);
    if ((i + 1) % in_one_write == 0 || i + 1 == pieces.size()) connection.send(std::exchange(write, {}));
    if (seed == 0) break;
  }
  connection.send(write + "0\r\n\r\n");
}

size_t number_in(std::string_view head, std::string_view field) {
  const size_t at = head.find(field);
  return std::stoul(std::string(head.substr(at + field.size(), 8)));
}

TerminalState expected_state(const Recording& recording) {
  const auto& expected = recording.expected;
  if (!expected.contains("errors"))
    return TerminalState::ok;  // every recording of the other kinds is complete
  if (!expected["errors"].empty()) return TerminalState::inband_error;
  if (expected["done_marker"]) return TerminalState::ok;
  return TerminalState::ok_no_done;
}

void expect_measured(const Recording& recording, const Observation& observation) {
  const auto& expected = recording.expected;
  EXPECT_EQ(name_of(observation.state), name_of(expected_state(recording)));
  EXPECT_EQ(observation.status, 200);
  const bool understood = wire::dialect_of_path(path_of_kind(recording.kind)) != wire::Dialect::unknown;
  if (!understood) return;
  EXPECT_EQ(observation.stamps.first_token.has_value(), observation.token_events > 0);
  if (expected.contains("usage") && expected["usage"].is_object() &&
      expected["usage"].contains("completion_tokens")) {
    EXPECT_EQ(observation.tokens.output, expected["usage"]["completion_tokens"].get<int64_t>());
    EXPECT_FALSE(observation.tokens.estimated);
  }
  const auto expect_fact = [&](const char* key, const auto& found) {
    if (!expected.contains(key)) return;
    EXPECT_EQ(nlohmann::json(found), expected[key]) << key;
  };
  expect_fact("eval_count", observation.tokens.output.value_or(-1));
  expect_fact("content_chunks", observation.token_events);
  expect_fact("stop_reason", observation.finish_reason);
  expect_fact("status", observation.finish_reason);
}

TEST(Replay, BytesOutEqualBytesInAndTheFactsHold) {
  FORESHOCK_NEEDS_CORPUS();
  const auto recordings = testkit::recorded_streams();
  ASSERT_EQ(recordings.size(), streams_in_corpus) << "an empty folder must not pass";
  testkit::LoopbackServer backend([&](Connection& connection) {
    for (auto request = connection.receive_message(); request.whole; request = connection.receive_message())
      play(connection, recordings.at(number_in(request.head, "x-recording: ")),
           number_in(request.head, "x-cut: "));
  });
  TestBed bed(backend.url());
  Connection client = bed.connect();
  size_t asked = 0;
  for (size_t i = 0; i < recordings.size(); ++i)
    for (uint64_t cut : {0, 1, 2, 3}) {
      SCOPED_TRACE(fmt::format("{} cut {}", recordings[i].file, cut));
      client.send(TestBed::post(path_of_kind(recordings[i].kind), R"({"stream":true})",
                                fmt::format("x-recording: {}\r\nx-cut: {}\r\n", i, cut)));
      const auto answer = client.receive_message();
      ASSERT_TRUE(answer.whole);
      EXPECT_TRUE(answer.body == recordings[i].bytes) << "the bytes differ";
      EXPECT_NE(answer.head.find("x-foreshock-decision: pass"), std::string::npos);
      ++asked;
    }
  const auto observations = bed.collected.first(asked);
  ASSERT_EQ(observations.size(), asked);
  for (size_t i = 0; i < asked; ++i) {
    SCOPED_TRACE(recordings[i / 4].file);
    expect_measured(recordings[i / 4], observations[i]);
  }
}

}  // namespace foreshock::gateway::replay_test
