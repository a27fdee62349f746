#pragma once
// What one request meets: the dials of SCENARIO.md on requests, drawn for it. The server and the stories use
// the same draws.
#include <cstdint>
#include <optional>

#include "enginesim/answer_flaws.h"
#include "enginesim/request_dials.h"

namespace foreshock::enginesim {

enum class Fate : uint8_t {
  served,
  refused,       // no connection
  server_error,  // 500
  rate_limited,  // 429
  silent,        // never an answer
  reset,         // before the first byte
};

// How long an engine can do without its device, as gpu.vanish says it.
inline constexpr double without_device = 60;  // s

enum class Effort : uint8_t { low, medium, high };

// What of a request decides which dials can meet it.
struct RequestTraits {
  Effort effort = Effort::medium;  // asked for
  bool reasons = false;            // is of a class that reasons
  bool tool_due = false;           // a call is the answer
  bool code = false;               // asks for code
  bool greedy = false;             // temperature 0
};

struct TimingFaults {
  double first_token_factor = 1, inter_token_factor = 1;
  double first_token_add = 0;        // s
  double prefix_hit = 1;             // share of the possible hits that are served
  std::optional<double> acceptance;  // of a drafted token; the engine's unless said
};

struct PromptFaults {
  double tokens_per_char = 1;  // counted, prompt and answer
  double front_cut, shift;     // tokens; infinity: none
  bool system_dropped = false, history_dropped = false, foreign_prefix = false;
};

struct AnswerFaults {
  AnswerFlaws flaws;
  double length = 1;                  // factor of the tokens of the text
  double reasoning = 1;               // factor of the reasoning tokens; 0: none
  double tokens_per_char = 1;         // as in PromptFaults
  bool at_limit = false;              // finish reason length
  bool endless = false;               // goes on to the token limit
  bool in_band = false, cut = false;  // an error; the end without a finish: at BROKEN_AT of the answer
  double broken_at = 1;
  bool call_missing = false;  // text where a call is due
  bool early_role = false;
  int64_t tokens_a_chunk = 1;
  double accuracy = 0.9;     // with which a question is answered rightly
  bool top_dropped = false;  // somewhere a token of p > .9 was not chosen
  double entropy = 0;        // bits, added to the first content token's
};

Fate fate_of(const RequestDials& dials);
TimingFaults timing_faults_of(const RequestDials& dials);
PromptFaults prompt_faults_of(const RequestDials& dials);
// DRAW, 0 to 1: where an answer breaks that breaks.
AnswerFaults answer_faults_of(const RequestDials& dials, const RequestTraits& traits, double draw);

}  // namespace foreshock::enginesim
