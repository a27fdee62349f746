#pragma once
// Observation: one request, measured. Whatever yields one (gateway, tap, load generator, importer), nothing
// downstream knows which.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/identity.h"
#include "core/instant.h"
#include "core/sketch.h"

namespace foreshock {

// How a request ended: the first that applies, by the rules of wire/stream_end.h. An answer that is an error
// object, with whatever status, is an inband_error; no answer at all is truncated.
enum class TerminalState : uint8_t {
  ok,
  ok_no_done,    // finish reason and a clean end, but no protocol end marker
  truncated,     // the body ended early, or neither finish reason nor a protocol end came
  inband_error,  // an error object inside a 200 stream
  finish_error,  // the server says that generation failed
  malformed,     // an event that is neither JSON nor the end marker
  not_sse,       // a page instead of an answer
  reset_reused,  // a reused connection died before any byte
  timeout,
  cancelled,  // the client left
  shed,       // refused or cut off by us
};
constexpr size_t terminal_state_count = 11;
std::string_view name_of(TerminalState state);
std::optional<TerminalState> parse_terminal_state(std::string_view name);

// Who is at fault (SPEC A1).
enum class ErrorClass : uint8_t { none, client, gateway, upstream, timeout, cancelled, model };
std::string_view name_of(ErrorClass error_class);

// What never came has no stamp: a missing first token is absent, never zero.
struct Stamps {
  Instant accepted;  // request head read
  std::optional<Instant> dequeued, sent, headers, first_event, first_token, first_answer_token, last_token,
      usage, done;
  Instant end;
};

// Counts come from the engine's usage, else from counting token-bearing events: then they are estimated.
struct TokenCounts {
  std::optional<int64_t> prompt, cached, output, reasoning;
  bool estimated = false;
  std::optional<int64_t> drafted{}, accepted{};  // by speculative decoding; no record keeps them
};

enum class Prefix : uint8_t { unknown, hit, miss };
enum class Start : uint8_t { unknown, cold, warm };
std::string_view name_of(Prefix prefix);
std::string_view name_of(Start start);

struct Observation {
  Identity id{Noun::observation, 0};
  Because because;

  Stamps stamps;
  TerminalState state = TerminalState::ok;
  int status = 0;  // of the answer that the client got; 0 when none was sent
  bool status_is_ours = false;
  TokenCounts tokens;
  int64_t token_events = 0;
  Sketch gaps;  // seconds between token-bearing events

  // What the request is like: the strata of DESIGN 4.
  std::string endpoint;
  std::string model;    // as the client asked
  std::string version;  // as the engine answered: system_fingerprint, else the model that it names
  std::string replica;  // name of the backend
  std::string finish_reason;
  std::string device, zone;   // of the replica, where configured
  std::string key;            // keyed hash of the client's credential
  std::string request_class;  // as routing classed it
  std::string sampling;       // greedy, sampled
  std::string code_language;
  bool stream = false;
  bool tools = false;
  Start start = Start::unknown;
  Prefix prefix = Prefix::unknown;
  int64_t turns = 0;        // messages in the request
  int64_t concurrency = 0;  // requests in the house when this one came, itself included
  std::optional<Duration> session_age;
  std::optional<int64_t> context_window;  // tokens, of the replica, where it tells; no record keeps it
  int64_t attempt = 1;                    // at the same request, by its client
  int64_t sends = 0;                      // to backends, by us; no record keeps it but the ledger's
  bool asked_again = false;               // the user had an answer and wants another one

  // Signals of users; no record keeps them.
  struct Custom {
    std::string_view signal;  // of the catalogue, which outlives it
    double value = 0;
  };
  std::vector<Custom> custom{};

  double weight = 1;  // 1 / share of observations kept
};

ErrorClass error_class_of(const Observation& observation);

// <1k, 1-4k, 4-16k, 16-64k, >64k; "unknown" without a count.
std::string_view prompt_band(std::optional<int64_t> prompt_tokens);

}  // namespace foreshock
