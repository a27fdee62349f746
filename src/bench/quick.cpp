#include "bench/quick.h"

#include <array>

#include "bench/prompts.h"

namespace foreshock::bench {
namespace quick_impl {

constexpr std::array published = {PublishedRow{"NVIDIA A10G", 0.4213, 38.2, 12.7},
                                  PublishedRow{"NVIDIA L4", 0.5876, 21.5, 10.1},
                                  PublishedRow{"AMD MI300X", 0.3628, 45.9, 13.4}};

net::Awaitable<Result<QuickResult>> measure(net::HttpClient& http, const Clock& clock,
                                            const LoadOptions& options, const Progress& progress) {
  FORESHOCK_CO_TRY(Endpoint endpoint, find_endpoint(options.url));
  std::string model = options.model;
  if (model.empty()) {
    FORESHOCK_CO_TRY(model, co_await first_model(http, endpoint.models_url));
  }
  net::ClientTimeouts timeouts;
  timeouts.first_byte = std::chrono::minutes(10);  // the first request may load the model
  LoadClient client(http, clock, std::move(endpoint), model, true, timeouts);
  UniformPrompts prompts(options.prompt_words, options.max_tokens, options.seed);
  std::vector<LoadResult> results;
  for (int i = 0; i < quick_warm_up + quick_measured; ++i) {
    LoadResult result = co_await client.send(prompts.next(), clock.now());
    if (i >= quick_warm_up) results.push_back(std::move(result));
    if (progress) progress(i + 1, quick_warm_up + quick_measured);
  }
  QuickResult summary = summarise_quick(results, options.max_tokens);
  summary.url = options.url;
  summary.model = std::move(model);
  co_return summary;
}

}  // namespace quick_impl

Result<QuickResult> run_quick(const LoadOptions& options, const Clock& clock, const Progress& progress) {
  net::IoThread io;
  net::HttpClient http(io.executor(), clock);
  return io.wait_for(quick_impl::measure(http, clock, options, progress));
}

std::span<const PublishedRow> published_rows() {
  return quick_impl::published;
}

}  // namespace foreshock::bench
