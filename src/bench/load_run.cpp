#include "bench/load_run.h"

#include "bench/arrivals.h"
#include "core/log.h"

namespace foreshock::bench {

Result<std::unique_ptr<LoadRun>> LoadRun::start(net::IoThread& io, const Clock& clock, LoadOptions options,
                                                PromptSource prompts, ResultSink sink) {
  FORESHOCK_TRY(Endpoint endpoint, find_endpoint(options.url));
  std::unique_ptr<LoadRun> load(
      new LoadRun(io, clock, std::move(options), std::move(prompts), std::move(sink)));
  load->tasks_.spawn(load->run(std::move(endpoint)));
  return load;
}

LoadRun::LoadRun(net::IoThread& io, const Clock& clock, LoadOptions options, PromptSource prompts,
                 ResultSink sink)
    : clock_(clock),
      options_(std::move(options)),
      prompts_(std::move(prompts)),
      sink_(std::move(sink)),
      http_(io.executor(), clock),
      tasks_(io) {}

bool LoadRun::over(Instant instant) const {
  return options_.duration > Duration::zero() && instant >= start_ + options_.duration;
}

net::Awaitable<void> LoadRun::run(Endpoint endpoint) {
  co_await find_client(std::move(endpoint));
  start_ = clock_.now();
  if (options_.rate > 0) co_return co_await open_loop();
  for (int64_t i = 0; i < options_.concurrency; ++i) tasks_.spawn(closed_loop());
}

net::Awaitable<void> LoadRun::find_client(Endpoint endpoint) {
  std::string model = options_.model;
  for (bool told = false; model.empty(); told = true) {
    auto found = co_await first_model(http_, endpoint.models_url);
    if (found) {
      model = std::move(*found);
      break;
    }
    if (!told) log::warn("bench", "the load waits for a model: " + found.error().text());
    co_await net::sleep_for(std::chrono::seconds(1));
  }
  client_.emplace(http_, clock_, std::move(endpoint), std::move(model), options_.stream);
}

net::Awaitable<void> LoadRun::open_loop() {
  PoissonArrivals arrivals(options_.rate, options_.seed);
  while (true) {
    const Instant intended = start_ + arrivals.next();
    if (over(intended)) co_return;
    co_await net::sleep_for(intended - clock_.now());
    tasks_.spawn(one_request(prompts_(), intended));
  }
}

net::Awaitable<void> LoadRun::closed_loop() {
  for (Instant now = clock_.now(); !over(now); now = clock_.now()) co_await one_request(prompts_(), now);
}

net::Awaitable<void> LoadRun::one_request(ChatPrompt prompt, Instant intended) {
  const LoadResult result = co_await client_->send(std::move(prompt), intended);
  if (result.observation.state != TerminalState::cancelled) sink_(result);
}

}  // namespace foreshock::bench
