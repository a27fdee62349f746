// Every recorded stream of real engines, whole, byte by byte and cut at random places: the facts of the
// manifests hold.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "testkit/corpus.h"
#include "testkit/pieces.h"
#include "wire/answer_reader.h"
#include "wire/line_framer.h"
#include "wire/sse.h"

namespace foreshock::wire::recorded_streams_test {

using nlohmann::json;

constexpr size_t streams_in_corpus = 73;

struct ToolCall {
  std::string id, name, arguments;
  bool operator==(const ToolCall&) const = default;
};

struct Choice {
  std::string content, reasoning;
  int content_chunks = 0, reasoning_chunks = 0;
  std::map<int, ToolCall> tools;
  bool operator==(const Choice&) const = default;
};

// All that one reading of a stream found.
struct Reading {
  int events = 0, malformed = 0, reasoning_events = 0;
  std::set<std::string> event_names;
  std::map<int, Choice> choices;
  std::string finish, model;
  Usage usage;
  int errors = 0;
  std::string error_type;
  bool protocol_end = false;

  void add(const EventFacts& facts);
  void add_piece_texts(const EventFacts& facts);
};

void Reading::add_piece_texts(const EventFacts& facts) {
  std::set<int> content_in, reasoning_in;
  for (const Piece& piece : facts.pieces) {
    Choice& choice = choices[piece.choice];
    switch (piece.kind) {
      case PieceKind::content:
        choice.content += piece.text;
        content_in.insert(piece.choice);
        break;
      case PieceKind::reasoning:
        choice.reasoning += piece.text;
        reasoning_in.insert(piece.choice);
        break;
      case PieceKind::tool_id:
        choice.tools[piece.tool].id = piece.text;
        break;
      case PieceKind::tool_name:
        choice.tools[piece.tool].name = piece.text;
        break;
      case PieceKind::tool_arguments:
        choice.tools[piece.tool].arguments += piece.text;
        break;
      case PieceKind::refusal:
      case PieceKind::audio:
        break;
    }
  }
  for (int index : content_in) ++choices[index].content_chunks;
  for (int index : reasoning_in) ++choices[index].reasoning_chunks;
  reasoning_events += reasoning_in.empty() ? 0 : 1;
}

void Reading::add(const EventFacts& facts) {
  malformed += facts.malformed;
  protocol_end = protocol_end || facts.protocol_end;
  if (!facts.finish_reason.empty()) finish = facts.finish_reason;
  if (!facts.model.empty()) model = facts.model;
  if (facts.has_usage) usage.update(facts.usage);
  if (facts.error) {
    ++errors;
    error_type = facts.error_type;
  }
  add_piece_texts(facts);
}

int occurrences(std::string_view text, std::string_view of) {
  int count = 0;
  for (size_t at = text.find(of); at != std::string_view::npos; at = text.find(of, at + 1)) ++count;
  return count;
}

Dialect dialect_of_kind(std::string_view kind) {
  if (kind == "oai-chat" || kind == "openai chat") return Dialect::openai_chat;
  if (kind == "oai-completion") return Dialect::openai_completions;
  if (kind == "oai-responses" || kind == "openai responses") return Dialect::openai_responses;
  if (kind == "anthropic" || kind == "anthropic messages") return Dialect::anthropic;
  if (kind == "ollama") return Dialect::ollama;
  if (kind == "llama.cpp /completion") return Dialect::llama_completion;
  return Dialect::unknown;
}

Reading read(const testkit::Recording& recording, const std::vector<std::string_view>& pieces) {
  const Dialect dialect = dialect_of_kind(recording.kind);
  Reading reading;
  EventFacts facts;
  SseFramer events;
  LineFramer lines;
  const auto add = [&](const SseEvent& event) {
    read_event(dialect, event.name, event.data, facts);
    ++reading.events;
    if (!event.name.empty() && event.name != "message") reading.event_names.emplace(event.name);
    reading.add(facts);
  };
  for (std::string_view piece : pieces) {
    if (dialect == Dialect::ollama) {
      while (const auto line = lines.next(piece)) {
        read_event(dialect, "", *line, facts);
        ++reading.events;
        reading.add(facts);
      }
      continue;
    }
    while (const SseEvent* event = events.next(piece)) add(*event);
  }
  if (const SseEvent* event = events.finish()) add(*event);
  return reading;
}

void expect_text(const json& fact, std::string_view text, const std::string& where) {
  EXPECT_EQ(text.size(), fact["utf8_bytes"].get<size_t>()) << where;
  EXPECT_EQ(testkit::sha256_16(text), fact["sha256_16"].get<std::string>()) << where;
}

void expect_count(const json& usage, const char* first, const char* second, std::optional<int64_t> found) {
  for (const char* key : {first, second})
    if (usage.contains(key) && usage[key].is_number()) {
      EXPECT_EQ(found, usage[key].get<int64_t>()) << key;
    }
}

void expect_usage(const json& usage, const Usage& found) {
  if (usage.is_null()) return;
  expect_count(usage, "prompt_tokens", "input_tokens", found.prompt);
  expect_count(usage, "completion_tokens", "output_tokens", found.output);
  for (const char* key : {"prompt_tokens_details", "input_tokens_details"})
    if (usage.contains(key) && usage[key].is_object())
      expect_count(usage[key], "cached_tokens", "", found.cached);
  for (const char* key : {"completion_tokens_details", "output_tokens_details"})
    if (usage.contains(key) && usage[key].is_object())
      expect_count(usage[key], "reasoning_tokens", "", found.reasoning);
}

void expect_choices(const json& expected, Reading& reading) {
  for (const auto& [index, fact] : expected["choices"].items()) {
    Choice& choice = reading.choices[std::stoi(index)];
    expect_text(fact["content"], choice.content, "content of choice " + index);
    EXPECT_EQ(choice.content_chunks, fact["content_chunks"].get<int>());
    EXPECT_EQ(choice.reasoning_chunks, fact.value("reasoning_chunks", 0));
    if (fact.contains("reasoning"))
      expect_text(fact["reasoning"], choice.reasoning, "reasoning of choice " + index);
    if (!fact.contains("tool_calls")) continue;
    std::vector<ToolCall> wanted, found;
    for (const auto& call : fact["tool_calls"])
      wanted.push_back({call["id"].get<std::string>(), call["name"].get<std::string>(),
                        call["arguments"].get<std::string>()});
    for (const auto& [position, call] : choice.tools) found.push_back(call);
    EXPECT_EQ(found, wanted);
  }
}

void expect_openai(const json& expected, Reading& reading) {
  expect_choices(expected, reading);
  expect_usage(expected["usage"], reading.usage);
  EXPECT_EQ(reading.protocol_end, expected["done_marker"].get<bool>());
  EXPECT_EQ(reading.malformed, expected["unparsable_data_events"].get<int>());
  EXPECT_EQ(reading.errors, static_cast<int>(expected["errors"].size()));
  for (const auto& error : expected["errors"])
    if (error["type"].is_string()) {
      EXPECT_EQ(reading.error_type, error["type"].get<std::string>());
    }
  const json finish = expected["choices"].contains("0") ? expected["choices"]["0"]["finish_reason"] : json();
  EXPECT_EQ(reading.finish, finish.is_string() ? finish.get<std::string>() : "");
  if (expected["model"].is_string()) {
    EXPECT_FALSE(reading.model.empty());
  }
}

void expect_responses(const json& expected, Reading& reading) {
  Choice& choice = reading.choices[0];
  expect_text(expected["output_text"], choice.content, "output text");
  EXPECT_EQ(choice.content_chunks, expected["output_text_delta_chunks"].get<int>());
  EXPECT_EQ(reading.reasoning_events, expected["reasoning_delta_events"].get<int>());
  EXPECT_EQ(reading.finish, expected["status"].get<std::string>());
  EXPECT_EQ(reading.model, expected["model"].get<std::string>());
  expect_usage(expected["usage"], reading.usage);
  EXPECT_TRUE(reading.protocol_end);
  EXPECT_EQ(reading.errors, 0);
  EXPECT_EQ(reading.malformed, expected["unparsable_data_events"].get<int>());
  if (!expected.contains("function_call_arguments")) return;
  std::vector<std::string> found;
  for (const auto& [position, call] : choice.tools) found.push_back(call.arguments);
  EXPECT_EQ(found, expected["function_call_arguments"].get<std::vector<std::string>>());
}

// The manifest counts thinking deltas without text too; for us they are no tokens.
void expect_anthropic(const json& expected, int empty_thinking_deltas, Reading& reading) {
  Choice& choice = reading.choices[0];
  expect_text(expected["text"], choice.content, "text");
  EXPECT_EQ(choice.content_chunks, expected["text_delta_chunks"].get<int>());
  EXPECT_EQ(choice.reasoning_chunks + empty_thinking_deltas, expected.value("thinking_delta_chunks", 0));
  if (expected.contains("thinking")) expect_text(expected["thinking"], choice.reasoning, "thinking");
  EXPECT_EQ(reading.finish, expected["stop_reason"].get<std::string>());
  EXPECT_EQ(reading.model, expected["model"].get<std::string>());
  expect_usage(expected["usage_last"], reading.usage);
  EXPECT_TRUE(reading.protocol_end);
  EXPECT_EQ(reading.errors, 0);
  if (!expected.contains("tool_input_json")) return;
  std::string joined, wanted;
  for (const auto& [position, call] : choice.tools) joined += call.arguments;
  for (const auto& input : expected["tool_input_json"]) wanted += input.get<std::string>();
  EXPECT_EQ(joined, wanted);
}

void expect_ollama(const json& expected, Reading& reading) {
  Choice& choice = reading.choices[0];
  EXPECT_EQ(reading.events, expected["lines"].get<int>());
  expect_text(expected["text"], choice.content, "text");
  EXPECT_EQ(choice.content_chunks, expected["content_chunks"].get<int>());
  EXPECT_EQ(choice.reasoning_chunks, expected["thinking_chunks"].get<int>());
  EXPECT_EQ(reading.finish, expected["done_reason"].get<std::string>());
  EXPECT_EQ(reading.protocol_end, expected["done"].get<bool>());
  EXPECT_EQ(reading.usage.prompt, expected["prompt_eval_count"].get<int64_t>());
  EXPECT_EQ(reading.usage.output, expected["eval_count"].get<int64_t>());
  EXPECT_EQ(reading.malformed, 0);
}

// The captures of llama-server have facts in a form of their own.
void expect_llama_server(const json& expected, Reading& reading) {
  EXPECT_EQ(reading.events, expected["sse_events"].get<int>());
  EXPECT_EQ(reading.choices[0].content, expected["text"].get<std::string>());
  EXPECT_EQ(reading.choices[0].content_chunks, expected["content_chunks"].get<int>());
  EXPECT_EQ(reading.finish, expected["finish_reason"].get<std::string>());
  EXPECT_EQ(reading.malformed, 0);
  EXPECT_EQ(reading.errors, 0);
  if (expected.contains("usage")) expect_usage(expected["usage"], reading.usage);
  if (expected.contains("tokens_predicted")) {
    EXPECT_EQ(reading.usage.output, expected["tokens_predicted"].get<int64_t>());
  }
}

void expect_facts(const testkit::Recording& recording, Reading reading) {
  const json& expected = recording.expected;
  if (recording.file.starts_with("llama-server/")) return expect_llama_server(expected, reading);
  if (recording.kind == "ollama") return expect_ollama(expected, reading);
  if (expected.contains("sse_events")) {
    EXPECT_EQ(reading.events, expected["sse_events"].get<int>());
  }
  if (expected.contains("named_events")) {
    EXPECT_EQ(reading.event_names, expected["named_events"].get<std::set<std::string>>());
  }
  if (recording.kind == "oai-chat" || recording.kind == "oai-completion") expect_openai(expected, reading);
  if (recording.kind == "oai-responses") expect_responses(expected, reading);
  if (recording.kind == "anthropic")
    expect_anthropic(expected, occurrences(recording.bytes, R"("thinking_delta","thinking":"")"), reading);
}

TEST(RecordedStreams, AreAllThere) {
  FORESHOCK_NEEDS_CORPUS();
  EXPECT_EQ(testkit::recorded_streams().size(), streams_in_corpus);
}

TEST(RecordedStreams, GiveTheFactsOfTheManifestsHoweverTheyAreCut) {
  FORESHOCK_NEEDS_CORPUS();
  for (const auto& recording : testkit::recorded_streams()) {
    SCOPED_TRACE(recording.file);
    expect_facts(recording, read(recording, {recording.bytes}));
    expect_facts(recording, read(recording, testkit::random_pieces(recording.bytes, 1, 1)));
    for (uint64_t seed = 1; seed <= 5; ++seed)
      expect_facts(recording, read(recording, testkit::random_pieces(recording.bytes, seed, 700)));
  }
}

}  // namespace foreshock::wire::recorded_streams_test
