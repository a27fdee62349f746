#include "scenario/fleet_router.h"

namespace foreshock::scenario {

mitigate::Route FleetRouter::choose(std::span<const size_t> tried) {
  if (!tried.empty()) return {};
  const auto [replica, astray] = fleet_.route(*request_, wanted_, now_);
  astray_ = astray;
  return {replica};
}

}  // namespace foreshock::scenario
