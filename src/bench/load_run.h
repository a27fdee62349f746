#pragma once
// A load: requests begun by a clock (open loop) or by the answers before them (closed loop).
#include <functional>

#include "bench/load_client.h"
#include "bench/load_options.h"
#include "net/task_group.h"

namespace foreshock::bench {

using ResultSink = std::function<void(const LoadResult&)>;

// Begins at once and ends after options.duration, or when stopped. A server that cannot be asked for its
// models yet is asked again every second. PROMPTS and SINK run on IO's thread, and must not block it. IO and
// CLOCK must outlive it.
class LoadRun {
 public:
  // Errors: those of find_endpoint.
  static Result<std::unique_ptr<LoadRun>> start(net::IoThread& io, const Clock& clock, LoadOptions options,
                                                PromptSource prompts, ResultSink sink);
  ~LoadRun() { stop(); }

  // Drops the requests under way, which reach no sink, and waits until nothing runs.
  void stop() { tasks_.stop(); }
  // Until it is over of itself. Never for a duration of zero.
  void wait() { tasks_.wait(); }

 private:
  LoadRun(net::IoThread& io, const Clock& clock, LoadOptions options, PromptSource prompts, ResultSink sink);
  net::Awaitable<void> run(Endpoint endpoint);
  net::Awaitable<void> find_client(Endpoint endpoint);
  net::Awaitable<void> open_loop();
  net::Awaitable<void> closed_loop();
  net::Awaitable<void> one_request(ChatPrompt prompt, Instant intended);
  bool over(Instant instant) const;

  const Clock& clock_;
  LoadOptions options_;
  PromptSource prompts_;
  ResultSink sink_;
  net::HttpClient http_;
  std::optional<LoadClient> client_;
  Instant start_;
  net::TaskGroup tasks_;  // last: it ends before what its tasks use
};

}  // namespace foreshock::bench
