#include "collect/readings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "wire/prometheus_page.h"

namespace foreshock::collect {
namespace readings_impl {

// How several samples of one metric (engines, devices) become one value.
enum class Together : uint8_t { sum, mean };
// What becomes of the value: as it stands, growth by the second, time since, share of the highest seen.
enum class As : uint8_t { level, rate, since, share_of_highest };

struct Row {
  std::string_view metric, signal;
  Together together = Together::sum;
  As as = As::level;
  double factor = 1;  // from the unit of the metric to that of the signal
};
constexpr double mebibyte = 1 << 20;
constexpr std::array rows = {
    Row{"vllm:num_requests_running", "running"},
    Row{"vllm:num_requests_waiting", "waiting"},
    Row{"llamacpp:requests_processing", "running"},
    Row{"llamacpp:requests_deferred", "waiting"},
    Row{"sglang:num_running_reqs", "running"},
    Row{"sglang:num_queue_reqs", "waiting"},
    Row{"vllm:kv_cache_usage_perc", "kv_use", Together::mean},
    Row{"vllm:gpu_cache_usage_perc", "kv_use", Together::mean},
    Row{"vllm:num_preemptions_total", "preemptions", Together::sum, As::rate},
    Row{"process_start_time_seconds", "uptime", Together::mean, As::since},
    Row{"process_resident_memory_bytes", "rss"},
    Row{"process_open_fds", "fds"},
    Row{"process_cpu_seconds_total", "cpu", Together::sum, As::rate},
    Row{"DCGM_FI_DEV_GPU_UTIL", "gpu_util", Together::mean, As::level, 0.01},
    Row{"DCGM_FI_DEV_SM_CLOCK", "gpu_clock", Together::mean, As::share_of_highest},
    Row{"DCGM_FI_DEV_FB_USED", "gpu_memory", Together::sum, As::level, mebibyte},
    Row{"DCGM_FI_PROF_DRAM_ACTIVE", "dram_active", Together::mean},
};

constexpr std::string_view drafts = "vllm:spec_decode_num_drafts_total";
constexpr std::string_view accepted = "vllm:spec_decode_num_accepted_tokens_total";
constexpr std::string_view judged = "vllm:spec_decode_num_judge_calls_total";

struct Total {
  double sum = 0, samples = 0;
};
using Totals = std::map<std::string_view, Total>;

Totals totals_of(std::string_view page) {
  Totals totals;
  for (const wire::MetricLine& line : wire::read_prometheus(page)) {
    Total& total = totals[line.name];
    total.sum += line.value;
    total.samples += 1;
  }
  return totals;
}

}  // namespace readings_impl

std::optional<double> Readings::growth(std::string_view metric, double value) {
  const auto [known, is_new] = last_.try_emplace(std::string(metric), value);
  const double before = std::exchange(known->second, value);
  if (is_new) return std::nullopt;
  return value < before ? value : value - before;
}

std::vector<Reading> Readings::read(std::string_view page, Instant at) {
  using namespace readings_impl;
  const Totals totals = totals_of(page);
  const double time = seconds(at - last_at_);
  last_at_ = at;
  std::vector<Reading> out;
  for (const Row& row : rows) {
    const auto found = totals.find(row.metric);
    if (found == totals.end()) continue;
    const Total& total = found->second;
    double value = row.factor * (row.together == Together::sum ? total.sum : total.sum / total.samples);
    if (row.as == As::rate) {
      const auto grown = growth(row.metric, value);
      if (!grown || time <= 0) continue;
      value = *grown / time;
    } else if (row.as == As::since) {
      value = unix_seconds(at) - value;
    } else if (row.as == As::share_of_highest) {
      highest_clock_ = std::max(highest_clock_, value);
      if (highest_clock_ <= 0) continue;
      value /= highest_clock_;
    }
    if (std::isfinite(value)) out.push_back({row.signal, value});
  }
  std::map<std::string_view, double> growths;
  for (const std::string_view metric : {drafts, accepted, judged})
    if (const auto found = totals.find(metric); found != totals.end())
      if (const auto grown = growth(metric, found->second.sum)) growths[metric] = *grown;
  add_speculation(growths, time, out);
  return out;
}

// A step of speculative decoding gives the accepted tokens of its draft and one more. An engine that does not
// count its checks checks every draft.
void Readings::add_speculation(const std::map<std::string_view, double>& growths, double time,
                               std::vector<Reading>& out) const {
  using namespace readings_impl;
  const auto drafted = growths.find(drafts), taken = growths.find(accepted), checked = growths.find(judged);
  if (drafted == growths.end() || drafted->second <= 0 || time <= 0) return;
  const double length = taken == growths.end() ? NAN : 1 + taken->second / drafted->second;
  const double calls = (checked == growths.end() ? drafted : checked)->second / time;
  if (std::isfinite(length)) out.push_back({"accept_length", length});
  if (std::isfinite(calls)) out.push_back({"judge_calls", calls});
}

}  // namespace foreshock::collect
