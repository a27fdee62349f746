#include "collect/collector.h"

#include <algorithm>

#include <fmt/format.h>

#include "collect/fine_readings.h"
#include "collect/identity.h"
#include "collect/readings.h"
#include "signals/kv_held.h"
#include "wire/engine_props.h"

namespace foreshock::collect {
namespace collector_impl {

constexpr int not_found = 404;
// A page costs the engine processor time too: fine samples take at most one part in so many of it.
constexpr int rest_after_scrape = 20;

bool may_have_props(const CollectedBackend& backend) {
  return backend.kind == "llama_cpp" || backend.kind == "auto";
}

}  // namespace collector_impl

struct Collector::Target {
  Target(const CollectedBackend& backend, net::IoThread& io, const Clock& clock,
         const CollectOptions& options)
      : pages(backend, io.executor(), clock, options.timeout), fine(backend.name, options.hits_every) {}

  // What no running request explains of the KV cache.
  std::optional<double> held_by(const Values& values, Instant at) {
    const auto value_of = [&](std::string_view signal) -> std::optional<double> {
      for (const auto& [name, value] : values)
        if (name == signal) return value;
      return std::nullopt;
    };
    const auto use = value_of("kv_use"), running = value_of("running");
    return use && running ? held.take(*use, *running, at) : std::nullopt;
  }

  BackendPages pages;
  signals::KvHeld held;
  Readings readings;
  FineReadings fine;
  Instant read_whole_at;
  bool had_metrics = false, had_health = false;
};

Collector::Collector(net::IoThread& io, const Clock& clock, const std::vector<CollectedBackend>& backends,
                     const CollectOptions& options, CollectorPorts ports)
    : clock_(clock), options_(options), ports_(std::move(ports)), tasks_(io) {
  for (const CollectedBackend& backend : backends) {
    if (backend.kind != "auto") ports_.roster.set(backend.name, {backend.kind, {}, {}});
    auto& target = targets_.emplace_back(std::make_unique<Target>(backend, io, clock, options));
    tasks_.spawn(watch_metrics(*target));
    tasks_.spawn(watch_health(*target));
    tasks_.spawn(watch_identity(*target));
    if (collector_impl::may_have_props(backend)) tasks_.spawn(watch_props(*target));
  }
}

Collector::~Collector() {
  tasks_.stop();
}

net::Awaitable<void> Collector::watch_metrics(Target& target) {
  for (;;) {
    const Instant begun = clock_.now();
    const BackendPages::Answer answer = co_await target.pages.get("/metrics");
    const Duration took = clock_.now() - begun;
    note_page(target, answer, begun);
    const Duration pace = std::max(std::min(options_.every, options_.kv_every),
                                   std::min(options_.every, collector_impl::rest_after_scrape * took));
    co_await net::sleep_for((target.had_metrics ? pace : options_.every) - took);
  }
}

// Use and hits of the KV cache each time; all else as often as all is wanted.
void Collector::note_page(Target& target, const BackendPages::Answer& answer, Instant begun) {
  const Instant at = clock_.now();
  Values values;
  if (answer.status != 200) {
    target.readings.forget();
    target.fine.forget();
    target.held.forget();
    if (target.had_metrics) {
      values.emplace_back("series_missing", 1);
      values.emplace_back("scrape_time", seconds(at - begun));  // that was waited in vain
    }
    tell(target, values, at);
    return;
  }
  target.had_metrics = true;
  for (FineSample& sample : target.fine.read(answer.body, at)) ports_.fine.take(std::move(sample));
  if (at - target.read_whole_at < options_.every) return;
  target.read_whole_at = begun;
  for (const Reading& reading : target.readings.read(answer.body, at))
    values.emplace_back(reading.signal, reading.value);
  if (const auto held = target.held_by(values, at)) values.emplace_back("kv_held", *held);
  if (const auto peak = target.fine.take_peak()) values.emplace_back("kv_peak", *peak);
  values.emplace_back("scrape_time", seconds(at - begun));
  values.emplace_back("series_missing", 0);
  tell(target, values, at);
}

net::Awaitable<void> Collector::watch_health(Target& target) {
  for (;;) {
    const Instant begun = clock_.now();
    const BackendPages::Answer answer = co_await target.pages.get("/health");
    target.had_health =
        target.had_health || (answer.status != 0 && answer.status != collector_impl::not_found);
    Values values;
    if (target.had_health) values.emplace_back("health", answer.good() ? 1 : 0);
    tell(target, values, clock_.now());
    co_await net::sleep_for(options_.health_every - (clock_.now() - begun));
  }
}

// One that has no such page is not asked again.
net::Awaitable<void> Collector::watch_props(Target& target) {
  for (;;) {
    const Instant begun = clock_.now();
    const BackendPages::Answer answer = co_await target.pages.get("/props");
    if (answer.status == collector_impl::not_found) co_return;
    if (answer.status == 200) {
      const wire::EngineProps props = wire::read_engine_props(answer.body);
      Values values;
      if (props.context_window)
        values.emplace_back("context_window", static_cast<double>(*props.context_window));
      if (props.asleep) values.emplace_back("asleep", *props.asleep ? 1 : 0);
      tell(target, values, clock_.now());
    }
    co_await net::sleep_for(options_.health_every - (clock_.now() - begun));
  }
}

net::Awaitable<void> Collector::watch_identity(Target& target) {
  for (;;) {
    const std::string& replica = target.pages.name();
    const std::string engine = ports_.roster.of(replica).engine;
    IdentityPages pages;
    for (const std::string_view page : pages_to_identify(engine)) {
      BackendPages::Answer answer = co_await target.pages.get(page);
      if (answer.status == 200) pages.emplace(page, std::move(answer.body));
    }
    if (!pages.empty()) note_identity(replica, identify(pages, engine));
    co_await net::sleep_for(options_.identity_every);
  }
}

// What a page did not tell this time stands as it was.
void Collector::note_identity(const std::string& replica, EngineIdentity identity) {
  const EngineIdentity known = ports_.roster.of(replica);
  if (identity.version.empty()) identity.version = known.version;
  if (identity.model.empty()) identity.model = known.model;
  const auto note_change = [&](std::string_view what, const std::string& before, const std::string& now) {
    if (before.empty() || before == now) return;
    Event event;
    event.kind = EventKind::model_version;
    event.at = clock_.now();
    event.scope = {"replica", replica};
    event.about = fmt::format("{}: {} {} to {}", replica, what, before, now);
    ports_.events.take(event);
  };
  note_change(identity.engine.empty() ? "engine" : identity.engine, known.version, identity.version);
  note_change("model", known.model, identity.model);
  ports_.roster.set(replica, std::move(identity));
}

void Collector::tell(const Target& target, const Values& values, Instant at) {
  if (values.empty()) return;
  const std::string& replica = target.pages.name();
  std::vector<Stratum> strata{{}, {"replica", replica}};
  if (std::string version = ports_.version_of(replica); !version.empty())
    strata.push_back({"version", std::move(version)});
  std::vector<Sample> samples;
  for (const auto& [signal, value] : values)
    for (const Stratum& stratum : strata) samples.push_back({{std::string(signal), stratum}, at, value, 1});
  ports_.series.take(samples);
}

}  // namespace foreshock::collect
