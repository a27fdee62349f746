#include "collect/collector.h"

#include <fmt/format.h>

#include "collect/readings.h"
#include "wire/engine_props.h"
#include "wire/url.h"

namespace foreshock::collect {
namespace collector_impl {

constexpr size_t largest_page = 16u << 20;  // bytes
constexpr int not_found = 404;

}  // namespace collector_impl

struct Collector::Target {
  Target(const CollectedBackend& backend, wire::Url the_url, net::IoThread& io, const Clock& clock)
      : name(backend.name), url(std::move(the_url)), http(io.executor(), clock, backend.trust) {}

  std::string name;
  wire::Url url;
  net::HttpClient http;
  Readings readings;
  bool had_metrics = false, had_health = false;
};

Collector::Collector(net::IoThread& io, const Clock& clock, const std::vector<CollectedBackend>& backends,
                     const CollectOptions& options, SeriesSink& series, VersionOf version_of)
    : clock_(clock), options_(options), series_(series), version_of_(std::move(version_of)), tasks_(io) {
  for (const CollectedBackend& backend : backends) {
    const auto url = wire::parse_url(backend.url);
    if (!url) continue;
    auto& target = targets_.emplace_back(std::make_unique<Target>(backend, *url, io, clock));
    tasks_.spawn(watch_metrics(*target));
    tasks_.spawn(watch_health(*target));
    if (backend.may_have_props) tasks_.spawn(watch_props(*target));
  }
}

Collector::~Collector() {
  tasks_.stop();
}

net::Awaitable<Collector::Answer> Collector::ask(Target& target, std::string_view page) {
  net::ClientRequest request("GET", target.url.at(page));
  request.timeouts = {options_.timeout, options_.timeout, options_.timeout};
  Answer answer;
  auto response = co_await target.http.send(std::move(request));
  if (!response) co_return answer;
  auto body = co_await response->read_all(collector_impl::largest_page);
  if (!body) co_return answer;
  answer.status = response->head().status;
  answer.body = *std::move(body);
  co_return answer;
}

net::Awaitable<void> Collector::watch_metrics(Target& target) {
  for (;;) {
    const Instant begun = clock_.now();
    const Answer answer = co_await ask(target, "/metrics");
    const Instant at = clock_.now();
    std::vector<std::pair<std::string_view, double>> values;
    if (answer.status == 200) {
      target.had_metrics = true;
      for (const Reading& reading : target.readings.read(answer.body, at))
        values.emplace_back(reading.signal, reading.value);
      values.emplace_back("scrape_time", seconds(at - begun));
      values.emplace_back("series_missing", 0);
    } else {
      target.readings.forget();
      if (target.had_metrics) values.emplace_back("series_missing", 1);
    }
    tell(target, std::move(values), at);
    co_await net::sleep_for(options_.every - (clock_.now() - begun));
  }
}

net::Awaitable<void> Collector::watch_health(Target& target) {
  for (;;) {
    const Instant begun = clock_.now();
    const Answer answer = co_await ask(target, "/health");
    const bool good = answer.status >= 200 && answer.status < 300;
    target.had_health =
        target.had_health || (answer.status != 0 && answer.status != collector_impl::not_found);
    std::vector<std::pair<std::string_view, double>> values;
    if (target.had_health) values.emplace_back("health", good ? 1 : 0);
    tell(target, std::move(values), clock_.now());
    co_await net::sleep_for(options_.health_every - (clock_.now() - begun));
  }
}

// One that has no such page is not asked again.
net::Awaitable<void> Collector::watch_props(Target& target) {
  for (;;) {
    const Instant begun = clock_.now();
    const Answer answer = co_await ask(target, "/props");
    if (answer.status == collector_impl::not_found) co_return;
    if (answer.status == 200) {
      const wire::EngineProps props = wire::read_engine_props(answer.body);
      std::vector<std::pair<std::string_view, double>> values;
      if (props.context_window)
        values.emplace_back("context_window", static_cast<double>(*props.context_window));
      if (props.asleep) values.emplace_back("asleep", *props.asleep ? 1 : 0);
      tell(target, std::move(values), clock_.now());
    }
    co_await net::sleep_for(options_.health_every - (clock_.now() - begun));
  }
}

void Collector::tell(const Target& target, std::vector<std::pair<std::string_view, double>> values,
                     Instant at) {
  if (values.empty()) return;
  std::vector<Stratum> strata{{}, {"replica", target.name}};
  if (std::string version = version_of_(target.name); !version.empty())
    strata.push_back({"version", std::move(version)});
  std::vector<Sample> samples;
  for (const auto& [signal, value] : values)
    for (const Stratum& stratum : strata) samples.push_back({{std::string(signal), stratum}, at, value, 1});
  series_.take(samples);
}

}  // namespace foreshock::collect
