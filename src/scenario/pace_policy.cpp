#include "scenario/pace_policy.h"

#include <algorithm>

#include "scenario/traffic.h"

namespace foreshock::scenario {
namespace pace_policy_impl {

// Requests of the model a second of the story.
constexpr double detail = 2, detail_of_history = 0.5;
constexpr double settling = 600, lead = 60;  // s: how long one second is one second after and before a break
constexpr double smoothing = 1.0 / 60;       // of a second's count
constexpr double fastest = 200;
constexpr double late = 900;  // s of the story by which a session may lag behind the season

}  // namespace pace_policy_impl

PacePolicy::PacePolicy(const Story& story, std::vector<double> breaks, double longest_session)
    : story_(story),
      breaks_(std::move(breaks)),
      fastest_(std::clamp(pace_policy_impl::late / std::max(1.0, longest_session), 1.0,
                          pace_policy_impl::fastest)),
      requests_a_second_(usual_rate(story)) {}

void PacePolicy::second_over() {
  requests_a_second_ += (ended_ - requests_a_second_) * pace_policy_impl::smoothing;
  ended_ = 0;
}

double PacePolicy::rate_at(double story_now, bool at_ease) const {
  using namespace pace_policy_impl;
  const bool in_history = story_now < -settling;
  if (!at_ease || (story_.fidelity == Fidelity::request && !in_history)) return 1;
  const double wanted = requests_a_second_ / (in_history ? detail_of_history : detail);
  const double rate = std::clamp(wanted, 1.0, fastest_);
  return near_break(story_now, rate) ? 1 : rate;
}

bool PacePolicy::near_break(double story_now, double rate) const {
  using namespace pace_policy_impl;
  const auto next = std::lower_bound(breaks_.begin(), breaks_.end(), story_now - settling);
  return next != breaks_.end() && *next <= story_now + lead + 2 * rate;
}

}  // namespace foreshock::scenario
