#include "console/api.h"
#include "console/json_values.h"
#include "console/series_query.h"

namespace foreshock::console {
namespace series_answer_impl {

// A sum becomes a rate: so much a second of what the bucket covers.
double mean_of(const Bucket& bucket, Rollup rollup, Duration covered) {
  return bucket.sum / (rollup == Rollup::sum ? seconds(covered) : bucket.count);
}

// A bucket that is open reaches to NOW; the first of all begins with the process, which BEGUN then.
Duration covered_by(const SeriesView& view, size_t index, Instant begun, Instant now) {
  const Instant start = view.buckets[index].start;
  const Instant end = std::min(start + view.grain, now);
  const Instant begin = index == 0 && begun < end ? std::max(start, begun) : start;
  return std::max<Duration>(end - begin, std::min<Duration>(view.grain, std::chrono::seconds(1)));
}

// What was measured in the WINDOW that ends with bucket LAST. Few requests end in a second: their quantiles
// alone would be noise.
Sketch window_sketch(const std::vector<Bucket>& buckets, size_t last, Duration window, Duration step) {
  if (window == step) return buckets[last].sketch;
  const Instant begin = buckets[last].start + step - window;
  Sketch merged;
  for (size_t i = last + 1; i-- > 0 && buckets[i].start >= begin;) merged.merge(buckets[i].sketch);
  return merged;
}

constexpr Duration fine = std::chrono::seconds(1), coarse = std::chrono::seconds(10);
constexpr double rounding = 1e-9;  // of counts, when one is taken from another

// BUCKET of 10 s less what is known second by second from BEGUN on. What it holds came before.
Bucket before_beginning(Bucket bucket, const store::Store& store, const SeriesKey& key, Instant begun) {
  for (const Bucket& second : store.read(key, fine, begun, bucket.start + coarse).buckets) {
    bucket.count -= second.count;
    bucket.sum -= second.sum;
  }
  return bucket;
}

// The seconds before the process began are not known one by one: they share evenly what was measured in
// those of the 10 s around them. Those with nothing are left out.
void add_seconds(std::vector<Bucket>& out, const Bucket& bucket, Instant begun, Instant from, Instant to) {
  const Instant end = std::min(bucket.start + coarse, begun);
  Bucket second = bucket;
  second.count /= seconds(end - bucket.start);
  second.sum /= seconds(end - bucket.start);
  if (second.count <= rounding) return;
  for (; second.start < end; second.start += fine)
    if (second.start >= from && second.start < to) out.push_back(second);
}

SeriesView read(const store::Store& store, const SeriesKey& key, Duration step, Instant from, Instant to) {
  SeriesView view = store.read(key, step, from, to);
  const store::FineReach reach = store.fine_reach();
  const Instant begun = reach.complete_from;
  from = std::max(from, reach.kept_from);
  to = std::min(to, begun);
  if (step != fine || from >= to) return view;
  std::vector<Bucket> buckets;
  for (Bucket& bucket : store.read(key, coarse, bucket_start(from, coarse), to).buckets) {
    const bool in_part = bucket.start + coarse > begun;
    add_seconds(buckets, in_part ? before_beginning(std::move(bucket), store, key, begun) : bucket, begun,
                from, to);
  }
  for (Bucket& bucket : view.buckets)
    if (bucket.start >= to) buckets.push_back(std::move(bucket));
  view.buckets = std::move(buckets);
  return view;
}

Json to_json(const SignalSpec& signal, const SeriesView& view, const SeriesQuery& query, Instant begun,
             Instant now) {
  Json t = Json::array(), count = t, mean = t, p50 = t, p90 = t, p99 = t, max = t;
  for (size_t i = 0; i < view.buckets.size(); ++i) {
    const Bucket& bucket = view.buckets[i];
    if (bucket.start < query.from) continue;
    const Sketch sketch = window_sketch(view.buckets, i, query.window, query.step);
    t.push_back(std::chrono::floor<std::chrono::seconds>(bucket.start.time_since_epoch()).count());
    count.push_back(bucket.count);
    mean.push_back(mean_of(bucket, signal.rollup, covered_by(view, i, begun, now)));
    if (signal.rollup == Rollup::mean) max.push_back(bucket.max);
    p50.push_back(or_null(sketch.quantile(0.5)));
    p90.push_back(or_null(sketch.quantile(0.9)));
    p99.push_back(or_null(sketch.quantile(0.99)));
  }
  Json strata = Json::object();
  if (!view.key.stratum.dimension.empty()) strata[view.key.stratum.dimension] = view.key.stratum.value;
  Json out = {
      {"signal", signal.name},     {"unit", signal.unit},         {"direction", name_of(signal.direction)},
      {"help", signal.help},       {"strata", std::move(strata)}, {"t", std::move(t)},
      {"count", std::move(count)}, {"mean", std::move(mean)},     {"p50", std::move(p50)},
      {"p90", std::move(p90)},     {"p99", std::move(p99)}};
  if (signal.rollup == Rollup::mean) out["max"] = std::move(max);
  return out;
}

}  // namespace series_answer_impl

Result<std::string> series_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  const Instant now = sources.clock.now();
  FORESHOCK_TRY(const SeriesQuery query,
                parse_series_query(request.query, *sources.signals, sources.dimensions, now));
  const Instant begun = sources.store.fine_reach().complete_from;
  Json series = Json::array();
  for (const SignalSpec* signal : query.signals) {
    const SeriesKey key{std::string(signal->name), query.stratum};
    const SeriesView view = series_answer_impl::read(sources.store, key, query.step,
                                                     query.from - query.window + query.step, query.to);
    series.push_back(series_answer_impl::to_json(*signal, view, query, begun, now));
  }
  return to_text(Json{{"now", unix_seconds(now)},
                      {"step", std::chrono::duration_cast<std::chrono::seconds>(query.step).count()},
                      {"series", std::move(series)}});
}

}  // namespace foreshock::console
