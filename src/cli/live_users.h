#pragma once
// The users of a story over HTTP: each attempt is a real request to the gateway.
#include <atomic>
#include <memory>

#include "bench/load_client.h"
#include "cli/live_planner.h"
#include "net/task_group.h"
#include "scenario/run_story.h"
#include "scenario/users.h"

namespace foreshock::cli {

// On the thread of IO.
class LiveUsers final : public scenario::Carrier {
 public:
  // All outlive it. NOW: seconds of the story.
  LiveUsers(net::IoThread& io, const Clock& clock, const scenario::Story& story, uint64_t seed,
            scenario::Timeline& timeline, const scenario::Pace& pace, LiveAttempts& attempts,
            std::function<double()> now);

  // Where the gateway listens; before the first step.
  Result<void> send_to(const std::string& url);
  scenario::Users& users() { return users_; }
  // Drops what is under way, which ends no request, and waits. Not on the thread of IO.
  void stop();
  int64_t requests() const { return requests_; }
  const std::vector<scenario::Affected>& affected() const { return affected_; }

 private:
  double begin(size_t flight, double now) override;
  void give_up(size_t flight, double now) override;
  void request_ended(size_t flight, double at) override;

  struct Leaving;  // tells an attempt that its user leaves
  net::Awaitable<void> carry(size_t flight, uint64_t id, bool stream, bench::ChatPrompt prompt,
                             std::shared_ptr<Leaving> leaving);
  void on_answer(size_t flight, uint64_t id, const bench::LoadResult& result);
  net::Awaitable<void> rate(std::string request, bool up);

  const Clock& clock_;
  const scenario::Story& story_;
  const uint64_t seed_;
  scenario::Timeline& timeline_;
  LiveAttempts& attempts_;
  const std::function<double()> now_;
  net::HttpClient http_;
  std::string feedback_url_;
  net::Executor executor_;
  std::unique_ptr<bench::LoadClient> streams_, wholes_;
  scenario::Users users_;
  std::vector<std::shared_ptr<Leaving>> leaving_;  // by flight, of the attempt under way
  std::atomic<bool> over_ = false;
  std::vector<bool> met_;  // by flight: a fault has met it
  int64_t requests_ = 0;
  std::vector<scenario::Affected> affected_;
  net::TaskGroup tasks_;  // last: it ends before what its tasks use
};

}  // namespace foreshock::cli
