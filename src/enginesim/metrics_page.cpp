#include "enginesim/metrics_page.h"

#include <fmt/format.h>

namespace foreshock::enginesim {
namespace metrics_page_impl {

std::string escaped(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    if (c == '\n')
      text += "\\n";
    else
      text += c;
  }
  return text;
}

// As vLLM's client library prints numbers: a point in each of them.
std::string number(double value) {
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".einf") == std::string::npos ? text + ".0" : text;
}
std::string number(int64_t value) {
  return number(static_cast<double>(value));
}

class Page {
 public:
  explicit Page(const Model& model)
      : labels_(fmt::format("engine=\"0\",model_name=\"{}\"", escaped(model.spec().model))) {}

  void gauge(std::string_view name, std::string_view help, auto value) {
    head(name, "gauge", help);
    sample(name, "", number(value));
  }
  void counter(std::string_view name, std::string_view help, int64_t value) {
    head(name, "counter", help);
    sample(name, "", number(value));
  }
  void head(std::string_view name, std::string_view type, std::string_view help) {
    text_ += fmt::format("# HELP vllm:{} {}\n# TYPE vllm:{} {}\n", name, help, name, type);
  }
  void sample(std::string_view name, std::string_view label, std::string_view value) {
    text_ += fmt::format("vllm:{}{{{}{}{}}} {}\n", name, labels_, label.empty() ? "" : ",", label, value);
  }
  void histogram(std::string_view name, std::string_view help, const Histogram& histogram) {
    head(name, "histogram", help);
    const std::string bucket = fmt::format("{}_bucket", name);
    for (size_t i = 0; i <= histogram.bounds().size(); ++i) {
      const std::string bound = i < histogram.bounds().size() ? number(histogram.bounds()[i]) : "+Inf";
      sample(bucket, fmt::format("le=\"{}\"", bound), number(histogram.cumulative(i)));
    }
    sample(fmt::format("{}_count", name), "", number(histogram.count()));
    sample(fmt::format("{}_sum", name), "", number(histogram.sum()));
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string labels_;
  std::string text_;
};

void add_requests(const Model& model, Page& page) {
  const Statistics& counted = model.statistics();
  page.gauge("num_requests_running", "Number of requests in model execution batches.", model.running());
  page.gauge("num_requests_waiting", "Number of requests waiting to be processed.", model.waiting());
  page.head("request_success_total", "counter", "Count of successfully processed requests.");
  const auto finished = [&](FinishReason reason) { return counted.finished[static_cast<size_t>(reason)]; };
  page.sample("request_success_total", "finished_reason=\"stop\"",
              number(finished(FinishReason::stop) + finished(FinishReason::tool_calls)));
  page.sample("request_success_total", "finished_reason=\"length\"", number(finished(FinishReason::length)));
  page.sample("request_success_total", "finished_reason=\"abort\"", number(counted.aborted));
}

void add_cache(const Model& model, Page& page) {
  page.gauge("kv_cache_usage_perc", "KV-cache usage. 1 means 100 percent usage.", model.kv_usage());
  page.counter("prefix_cache_queries_total", "Prefix cache queries, in terms of number of queried tokens.",
               model.scheduling().prefix_queries);
  page.counter("prefix_cache_hits_total", "Prefix cache hits, in terms of number of cached tokens.",
               model.scheduling().prefix_hits);
  page.counter("num_preemptions_total", "Cumulative number of preemption from the engine.",
               model.scheduling().preemptions);
}

void add_tokens_and_times(const Statistics& counted, Page& page) {
  page.counter("prompt_tokens_total", "Number of prefill tokens processed.", counted.prompt_tokens);
  page.counter("generation_tokens_total", "Number of generation tokens processed.",
               counted.generation_tokens);
  page.histogram("time_to_first_token_seconds", "Histogram of time to first token in seconds.",
                 counted.time_to_first_token);
  page.histogram("inter_token_latency_seconds", "Histogram of inter-token latency in seconds.",
                 counted.inter_token_latency);
  page.histogram("e2e_request_latency_seconds", "Histogram of e2e request latency in seconds.",
                 counted.request_latency);
  page.histogram("request_queue_time_seconds", "Histogram of time spent in WAITING phase for request.",
                 counted.queue_time);
}

void add_speculation(const Statistics& counted, Page& page) {
  int64_t accepted = 0;
  for (const int64_t at_position : counted.accepted_at) accepted += at_position;
  page.counter("spec_decode_num_drafts_total", "Number of spec decoding drafts.", counted.drafts);
  page.counter("spec_decode_num_draft_tokens_total", "Number of draft tokens.", counted.draft_tokens);
  page.counter("spec_decode_num_accepted_tokens_total", "Number of accepted tokens.", accepted);
  page.head("spec_decode_num_accepted_tokens_per_pos_total", "counter",
            "Accepted tokens per draft position.");
  for (size_t position = 0; position < counted.accepted_at.size(); ++position)
    page.sample("spec_decode_num_accepted_tokens_per_pos_total", fmt::format("position=\"{}\"", position),
                number(counted.accepted_at[position]));
}

}  // namespace metrics_page_impl

std::string metrics_page(const Model& model) {
  using namespace metrics_page_impl;
  Page page(model);
  add_requests(model, page);
  add_cache(model, page);
  add_tokens_and_times(model.statistics(), page);
  if (model.spec().draft_length > 0) add_speculation(model.statistics(), page);
  return std::move(page).text();
}

}  // namespace foreshock::enginesim
