#include "scenario/ratings.h"

#include "enginesim/random.h"

namespace foreshock::scenario {
namespace ratings_impl {

// What nobody finds good, whatever the clients say of ratings.
bool is_broken(const Plan& plan) {
  const auto& flaws = plan.answer.flaws;
  return flaws.garbage || flaws.bang || flaws.loop || flaws.empty;
}

}  // namespace ratings_impl

std::optional<bool> rating_of(const Story& story, uint64_t seed, const Asked& asked, const Plan& plan,
                              double thumbs_up) {
  if (story.clients.feedback <= 0) return std::nullopt;
  enginesim::Random random(enginesim::mixed(enginesim::mixed(seed, 61), asked.facts.id));
  if (!random.chance(story.clients.feedback)) return std::nullopt;
  return random.chance(thumbs_up) && !ratings_impl::is_broken(plan);
}

}  // namespace foreshock::scenario
