#pragma once
// What a gateway must be told so that it divides the traffic as a story says.
#include "scenario/fleet.h"

namespace foreshock::cli {

// The weight of each replica at NOW: that of route.weight, and with a canary under way as much of it as gives
// the canary's replicas together its share. NOW is in seconds of the story.
std::vector<double> backend_weights(const scenario::Story& story, scenario::Timeline& timeline,
                                    const scenario::Fleet& fleet, double now);

}  // namespace foreshock::cli
