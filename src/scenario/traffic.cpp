#include "scenario/traffic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "enginesim/even_draws.h"

namespace foreshock::scenario {
namespace traffic_impl {

using enginesim::hash_of;
using enginesim::mixed;
using enginesim::Random;

constexpr double away = 90 * 60;  // s
constexpr double peak_hour = 15;

// Gamma of mean 1 and coefficient of variation 2, that is of shape 1/4 (Marsaglia and Tsang 2000).
double bursty_gap(Random& random) {
  constexpr double shape = 0.25;
  const double d = shape + 1 - 1 / 3.0, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = random.normal(), v = std::pow(1 + c * x, 3);
    if (v <= 0) continue;
    if (std::log(1 - random.uniform()) > 0.5 * x * x + d - d * v + d * std::log(v)) continue;
    return d * v * std::pow(1 - random.uniform(), 1 / shape) / shape;
  }
}

// In units of the mean gap.
double gap(Arrivals arrivals, Random& random, bool first) {
  if (arrivals == Arrivals::uniform) return first ? random.uniform() : 1;
  return arrivals == Arrivals::bursty ? bursty_gap(random) : random.exponential(1);
}

// Its mean over a week is 1.
double season(const LoadClass& load, Duration since_monday) {
  const double hours = seconds(since_monday) / 3600;
  const double day = std::fmod(hours / 24, 7);
  const double daily = 1 + load.daily * std::cos(2 * std::numbers::pi * (hours - peak_hour) / 24);
  return daily * (day < 5 ? 1 + 0.4 * load.weekly : 1 - load.weekly);
}

int64_t tokens(const Quantity& quantity, double normal, double factor = 1) {
  const double value = quantity.median * std::exp(quantity.log_sd * normal) * factor;
  return quantity.median <= 0 ? 0 : std::max<int64_t>(1, std::llround(value));
}

double draw(const TimeQuantity& quantity, Random& random) {
  return random.log_normal(seconds(quantity.median), quantity.log_sd);
}

double mean(double median, double log_sd) {
  return median * std::exp(log_sd * log_sd / 2);
}

// What SESSION draws for its turn: one stream for what it asks, others for the times between.
Random of_turn(const Session& session, uint64_t what) {
  return Random(mixed(mixed(session.id, session.turn), what));
}

}  // namespace traffic_impl

double usual_rate(const Story& story) {
  double rate = 0;
  for (const LoadClass& load : story.load) {
    rate += load.rate.value_or(0);
    if (load.users) rate += static_cast<double>(*load.users) / (1 + seconds(load.think.median));
  }
  return rate;
}

Traffic::Traffic(const Story& story, uint64_t seed) : story_(story) {
  using namespace traffic_impl;
  for (const LoadClass& load : story.load) {
    const uint64_t own = mixed(mixed(seed, hash_of("load")), hash_of(load.name));
    streams_.push_back({own, Random(own)});
  }
}

double Traffic::mean_turns(size_t load_class) const {
  const Quantity& turns = story_.load[load_class].turns;
  return std::max(1.0, traffic_impl::mean(turns.median, turns.log_sd));
}

double Traffic::session_seconds(size_t load_class) const {
  const TimeQuantity& idle = story_.load[load_class].idle_between_turns;
  const double pauses = (mean_turns(load_class) - 1) * traffic_impl::mean(seconds(idle.median), idle.log_sd);
  return pauses + (mean_turns(load_class) > 1 ? story_.load[load_class].long_idle * traffic_impl::away : 0);
}

double Traffic::rate_at(size_t load_class, double at) const {
  const LoadClass& load = story_.load[load_class];
  const double healthy = load.rate.value_or(0) / mean_turns(load_class);
  return std::max(0.0, healthy * traffic_impl::season(load, story_.start + from_seconds(at)));
}

// Gaps are drawn in a time that runs as fast as the rate is high, so that their kind stays what it is.
std::optional<double> Traffic::arrival_after(size_t load_class, double after, double story_at,
                                             double factor) {
  Stream& stream = streams_[load_class];
  if (!stream.left)
    stream.left = traffic_impl::gap(story_.load[load_class].arrivals, stream.gaps, !stream.begun);
  stream.begun = true;
  const double rate = rate_at(load_class, story_at) * factor;
  if (*stream.left > rate * horizon) {
    *stream.left -= rate * horizon;
    return std::nullopt;
  }
  const double at = after + *stream.left / rate;
  stream.left.reset();
  return at;
}

Session Traffic::new_session(size_t load_class) {
  Stream& stream = streams_[load_class];
  const LoadClass& load = story_.load[load_class];
  Session session;
  session.place = enginesim::even_place(stream.seed, stream.sessions);
  session.id = enginesim::mixed(stream.seed, ++stream.sessions);
  session.load_class = load_class;
  enginesim::Random random(session.id);
  session.turns =
      static_cast<uint64_t>(std::max<int64_t>(1, traffic_impl::tokens(load.turns, random.normal())));
  session.system_tokens = traffic_impl::tokens(load.system_tokens, random.normal());
  if (session.turns > 1 && random.chance(load.long_idle))
    session.pause_before = 2 + random.below(session.turns - 1);
  return session;
}

// What a turn of a session draws for itself; at bucket fidelity evenly among the turns of this number.
double Traffic::normal(const Session& session, int what) const {
  if (story_.fidelity == Fidelity::request)
    return traffic_impl::of_turn(session, 4 + static_cast<uint64_t>(what)).normal();
  const uint64_t sequence = enginesim::mixed(streams_[session.load_class].seed, session.turn);
  return enginesim::normal_quantile(enginesim::even_uniform(sequence, session.place, what));
}

int64_t Traffic::draw(const Quantity& quantity, const Session& session, int what, double factor) const {
  return traffic_impl::tokens(quantity, normal(session, what), factor);
}

Asked Traffic::ask(Session& session, double at, TokenFactors factors) const {
  const LoadClass& load = story_.load[session.load_class];
  if (session.turn > 0) session.idle = at - session.last_end;
  session.longest_idle = std::max(session.longest_idle, session.idle);
  ++session.turn;
  enginesim::Random random = traffic_impl::of_turn(session, 1);
  Asked asked;
  asked.new_tokens = std::max<int64_t>(1, draw(load.prompt_tokens, session, 2, factors.prompt));
  asked.output_tokens = std::max<int64_t>(1, draw(load.output_tokens, session, 0, factors.output));
  asked.reasoning_tokens = draw(load.reasoning_tokens, session, 4);
  if (story_.fidelity == Fidelity::bucket) {
    asked.inter_token_normal = normal(session, 1);
    asked.first_token_normal = normal(session, 3);
    asked.facts.even_place = session.place;
  }
  asked.facts.tools = random.chance(load.tools);
  asked.facts.code = random.chance(load.code);
  asked.facts.load_class = &load;
  asked.history_tokens = session.history_tokens;
  asked.system_tokens = session.system_tokens;
  asked.facts.id = enginesim::mixed(session.id, session.turn);
  asked.facts.session = session.id;
  asked.facts.turn = static_cast<int64_t>(session.turn);
  asked.facts.prompt_tokens = asked.system_tokens + asked.history_tokens + asked.new_tokens;
  asked.facts.context_tokens = asked.facts.prompt_tokens + asked.reasoning_tokens + asked.output_tokens;
  asked.facts.idle = session.idle;
  asked.facts.longest_idle = session.longest_idle;
  return asked;
}

double Traffic::idle_before_next(const Session& session) const {
  if (session.pause_before == session.turn + 1) return traffic_impl::away;
  enginesim::Random random = traffic_impl::of_turn(session, 2);
  return traffic_impl::draw(story_.load[session.load_class].idle_between_turns, random);
}

double Traffic::think(const Session& session) const {
  enginesim::Random random = traffic_impl::of_turn(session, 3);
  return traffic_impl::draw(story_.load[session.load_class].think, random);
}

}  // namespace foreshock::scenario
