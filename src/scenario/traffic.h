#pragma once
// Who comes when and asks for what. Each class draws from streams of its own, each session too: what happens
// to one changes nothing for another. At bucket fidelity, where a request speaks for several, sizes are drawn
// evenly (enginesim/even_draws.h). Times are in seconds of the story.
#include <optional>
#include <vector>

#include "enginesim/random.h"
#include "scenario/facts.h"

namespace foreshock::scenario {

struct Session {
  uint64_t id = 0;
  uint64_t place = 0;  // among those of its class, in even draws
  size_t load_class = 0;
  uint64_t turn = 0, turns = 1;  // asked for by now, in all
  uint64_t pause_before = 0;     // the turn before which the user is away for 90 min; 0: none
  int64_t system_tokens = 0;
  int64_t history_tokens = 0;  // of the turns that ended
  double last_end = 0, idle = 0, longest_idle = 0;
  int64_t replica = -1;  // where its context lies; -1: nowhere yet
};

// A request as its user means it.
struct Asked {
  RequestFacts facts;
  int64_t new_tokens = 0;      // the message
  int64_t history_tokens = 0;  // before it
  int64_t system_tokens = 0;
  int64_t output_tokens = 1;  // of the answer
  int64_t reasoning_tokens = 0;
  std::optional<double> first_token_normal, inter_token_normal;  // at bucket fidelity
  int64_t key_number = 0;  // which of the keys of its class, 0 for its own
  bool by_us = false;      // a probe: no fault of clients meets it
};

struct TokenFactors {
  double prompt = 1, output = 1;
};

// Requests a second of all classes, those of a closed loop as if an answer took a second.
double usual_rate(const Story& story);

class Traffic {
 public:
  // STORY outlives it.
  Traffic(const Story& story, uint64_t seed);

  // How far ahead an arrival is known: a rate is taken as constant for so long.
  static constexpr double horizon = 10;  // s
  // The next arrival of a session of an open class, if it lies within the horizon after AFTER; else the
  // search goes on from there at the next call. FACTOR: of the rate now. STORY_AT: AFTER in the story.
  std::optional<double> arrival_after(size_t load_class, double after, double story_at, double factor);
  Session new_session(size_t load_class);
  // The next turn of SESSION. FACTORS of what is asked for.
  Asked ask(Session& session, double at, TokenFactors factors) const;
  // From the end of a turn to the next one.
  double idle_before_next(const Session& session) const;
  // From an answer to the next session of a user of a closed class.
  double think(const Session& session) const;
  // Mean of a session, and how long it lasts without the time of its answers.
  double mean_turns(size_t load_class) const;
  double session_seconds(size_t load_class) const;
  // Sessions a second at a time of the story where no dial is turned: the story's rate counts requests.
  double rate_at(size_t load_class, double at) const;

 private:
  struct Stream {
    uint64_t seed;
    enginesim::Random gaps;
    uint64_t sessions = 0;
    bool begun = false;
    std::optional<double> left;  // to the next arrival, in mean gaps
  };
  double normal(const Session& session, int what) const;
  int64_t draw(const Quantity& quantity, const Session& session, int what, double factor = 1) const;

  const Story& story_;
  std::vector<Stream> streams_;  // by class
};

}  // namespace foreshock::scenario
