#include "scenario/scraper.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace foreshock::scenario {
namespace scraper_impl {

using enginesim::VirtualGauges;

constexpr double usual_time = 0.005;  // s, of an answer

struct Gauge {
  std::string_view signal;
  double VirtualGauges::*member;
};
constexpr std::array engine_gauges = {
    Gauge{"kv_use", &VirtualGauges::kv_use},
    Gauge{"kv_fragmentation", &VirtualGauges::kv_fragmentation},
    Gauge{"kv_alloc_latency", &VirtualGauges::kv_alloc_latency},
};
constexpr std::array speculation_gauges = {
    Gauge{"accept_length", &VirtualGauges::accept_length},
    Gauge{"draft_length", &VirtualGauges::draft_length},
    Gauge{"judge_calls", &VirtualGauges::judge_calls},
};
constexpr std::array device_gauges = {
    Gauge{"gpu_util", &VirtualGauges::gpu_util},
    Gauge{"gpu_clock", &VirtualGauges::gpu_clock},
    Gauge{"gpu_memory", &VirtualGauges::gpu_memory},
    Gauge{"dram_active", &VirtualGauges::dram_active},
};
constexpr std::array host_gauges = {
    Gauge{"cpu", &VirtualGauges::cpu},
    Gauge{"rss", &VirtualGauges::resident_bytes},
    Gauge{"fds", &VirtualGauges::handles},
};

void add(const VirtualGauges& gauges, const auto& rows, ReplicaSamples& samples) {
  for (const Gauge& row : rows) samples.add(row.signal, gauges.*row.member);
}

}  // namespace scraper_impl

void Scraper::scrape(double now, Instant at, ReplicaSamples& samples) {
  using namespace scraper_impl;
  for (size_t i = 0; i < fleet_.size(); ++i) {
    const ReplicaFacts facts = fleet_.facts_of(i, now);
    const Moment moment{pace_.story_at(now), nullptr, &facts};
    const VirtualGauges gauges = fleet_.replica(i).gauges();
    samples.of(i, fleet_.version(i), at, pace_.rate());
    const bool no_metrics = timeline_.value(Dial::metrics_vanish, moment) > 0 || fleet_.replica(i).down(now);
    const bool no_device = timeline_.value(Dial::gpu_vanish, moment) > 0;
    samples.add("series_missing", no_metrics || no_device ? 1 : 0);
    add(gauges, host_gauges, samples);
    samples.add("uptime", fleet_.uptime(i, now));
    if (!no_device) read_device(i, gauges, samples);
    if (no_metrics) {
      held_[i].forget();
      continue;
    }
    samples.add("scrape_time", usual_time + timeline_.value(Dial::scrape_delay, moment));
    read_engine(i, now, gauges, samples);
    if (const auto held = held_[i].take(gauges.kv_use, static_cast<double>(gauges.running), at))
      samples.add("kv_held", *held);
  }
}

// In the stratum of the driver too, which the readings name.
void Scraper::read_device(size_t replica, const enginesim::VirtualGauges& gauges, ReplicaSamples& samples) {
  samples.also("driver", fleet_.driver(replica));
  scraper_impl::add(gauges, scraper_impl::device_gauges, samples);
  samples.no_longer("driver");
}

void Scraper::read_engine(size_t replica, double now, const enginesim::VirtualGauges& gauges,
                          ReplicaSamples& samples) {
  using namespace scraper_impl;
  samples.add("running", static_cast<double>(gauges.running));
  samples.add("waiting", static_cast<double>(gauges.waiting));
  add(gauges, engine_gauges, samples);
  if (story_.engine.speculation && gauges.accept_length > 0) add(gauges, speculation_gauges, samples);
  const double preemptions = fleet_.replica(replica).preemptions();
  Last& last = last_[replica];
  const double time = (now - last.at) * pace_.rate();
  if (time > 0) samples.add("preemptions", std::max(0.0, preemptions - last.preemptions) / time);
  last = {preemptions, now};
}

}  // namespace foreshock::scenario
