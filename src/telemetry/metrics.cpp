#include "telemetry/metrics.h"

#include "telemetry/genai_metrics.h"

namespace foreshock::telemetry {
namespace metrics_impl {

using wire::MetricType;
using wire::PrometheusText;

void write_requests(PrometheusText& text, const RequestCounts& counts) {
  text.begin("foreshock_requests_total", MetricType::counter, "Requests that ended, by how they ended.");
  for (size_t i = 0; i < terminal_state_count; ++i) {
    const auto state = static_cast<TerminalState>(i);
    text.sample(counts.of(state), {{"state", std::string(name_of(state))}});
  }
  text.begin("foreshock_request_errors_total", MetricType::counter,
             "Requests that failed, by who is at fault.");
  for (size_t i = 1; i < error_class_count; ++i) {
    const auto error_class = static_cast<ErrorClass>(i);
    text.sample(counts.of(error_class), {{"class", std::string(name_of(error_class))}});
  }
}

void write_histogram(PrometheusText& text, const RequestCounts& counts, Histogram ModelCounts::*member,
                     std::string_view name, std::string_view help) {
  text.begin(name, MetricType::histogram, help);
  for (const auto& [model, of_model] : counts.models())
    text.histogram((of_model.*member).values(), {{"model", model}});
}

void write_tokens(PrometheusText& text, const RequestCounts& counts, double ModelCounts::*member,
                  std::string_view name, std::string_view help) {
  text.begin(name, MetricType::counter, help);
  for (const auto& [model, of_model] : counts.models()) text.sample(of_model.*member, {{"model", model}});
}

void write_models(PrometheusText& text, const RequestCounts& counts) {
  write_histogram(text, counts, &ModelCounts::ttft, "foreshock_ttft_seconds",
                  "Time to first token: first token-bearing event after acceptance.");
  write_histogram(text, counts, &ModelCounts::inter_token, "foreshock_inter_token_seconds",
                  "Gaps between token-bearing events, to 1 %.");
  write_histogram(text, counts, &ModelCounts::e2e, "foreshock_e2e_seconds",
                  "End-to-end latency of complete answers, to the last token.");
  write_tokens(text, counts, &ModelCounts::output_tokens, "foreshock_output_tokens_total",
               "Tokens that came out, reasoning included.");
  write_tokens(text, counts, &ModelCounts::prompt_tokens, "foreshock_prompt_tokens_total",
               "Tokens that went in, cached ones included.");
}

void write_ourselves(PrometheusText& text, const MetricsSources& sources, Instant started) {
  text.begin("foreshock_observations_dropped_total", MetricType::counter,
             "Requests that passed unmeasured because the recorder was full.");
  text.sample(static_cast<double>(sources.dropped_observations()));
  text.begin("foreshock_store_write_errors_total", MetricType::counter, "Flushes of the store that failed.");
  text.sample(static_cast<double>(sources.store.statistics().write_errors));
  text.begin("foreshock_build_info", MetricType::gauge, "Always 1; the version is in the label.");
  text.sample(1, {{"version", sources.version}});
  text.begin("foreshock_uptime_seconds", MetricType::gauge, "Time since the start.");
  text.sample(seconds(sources.clock.now() - started));
}

void write_gauges(PrometheusText& text, std::span<const Gauge> gauges) {
  std::string_view name;
  for (const Gauge& gauge : gauges) {
    if (gauge.name != name) text.begin(gauge.name, MetricType::gauge, gauge.help);
    name = gauge.name;
    text.sample(gauge.value, gauge.labels);
  }
}

}  // namespace metrics_impl

Metrics::Metrics(MetricsSources sources) : sources_(std::move(sources)), started_(sources_.clock.now()) {}

void Metrics::take(const Observation& observation) {
  const std::lock_guard lock(mutex_);
  counts_.add(observation);
}

std::string Metrics::page(std::span<const Gauge> extra) const {
  using namespace metrics_impl;
  std::unique_lock lock(mutex_);
  const RequestCounts counts = counts_;
  lock.unlock();
  PrometheusText text;
  write_requests(text, counts);
  write_models(text, counts);
  write_genai(text, counts.genai());
  write_ourselves(text, sources_, started_);
  write_gauges(text, extra);
  return text.page();
}

net::Route metrics_route(const Metrics& metrics, std::function<std::vector<Gauge>()> extra) {
  const auto answer = [&metrics, extra = std::move(extra)](const net::HttpRequest&) {
    net::HttpReply reply;
    reply.content_type = wire::prometheus_content_type;
    reply.headers.emplace_back("Cache-Control", "no-store");
    reply.body = metrics.page(extra());
    return reply;
  };
  return {"GET", "/metrics", answer};
}

}  // namespace foreshock::telemetry
