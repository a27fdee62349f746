#pragma once
// The prober of a story over HTTP: golden questions, asked of each replica at its own address and judged by
// the words of its answers.
#include <memory>

#include "bench/chat_prompt.h"
#include "bench/endpoint.h"
#include "cli/live_planner.h"
#include "net/task_group.h"
#include "scenario/story_sinks.h"

namespace foreshock::cli {

// On the thread of IO.
class LiveProbes {
 public:
  // All outlive it. SAMPLES, where there is one, gets those of ProbeRounds::judge. NOW: seconds of the story.
  LiveProbes(net::IoThread& io, const Clock& clock, const scenario::Story& story, uint64_t seed,
             scenario::Timeline& timeline, const scenario::Fleet& fleet, const scenario::Pace& pace,
             LiveAttempts& attempts, SeriesSink* samples, std::function<double()> now);

  // URLS of the replicas; before the first step.
  Result<void> send_to(const std::vector<std::string>& urls);
  // Infinity: there is nothing to ask.
  double next_step_at() const { return next_step_at_; }
  // Asks each replica the next thing.
  void step();
  // Drops what is under way and waits. Not on the thread of IO.
  void stop();

 private:
  net::Awaitable<void> ask(scenario::ProbeQuestion question, bench::ChatPrompt prompt, int64_t characters);
  bench::ChatPrompt prompt_for(const scenario::ProbeQuestion& question);
  void judge(const scenario::ProbeQuestion& question, const std::string& right_answer, int64_t characters,
             std::string_view body);

  const Clock& clock_;
  const scenario::Story& story_;
  LiveAttempts& attempts_;
  SeriesSink* samples_;
  const std::function<double()> now_;
  scenario::ProbeRounds rounds_;
  double next_step_at_;
  net::HttpClient http_;
  std::vector<bench::Endpoint> endpoints_;                      // by replica
  std::vector<std::vector<bench::ChatMessage>> conversations_;  // likewise
  net::TaskGroup tasks_;                                        // last: it ends before what its tasks use
};

}  // namespace foreshock::cli
