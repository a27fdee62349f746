#pragma once
// The light load behind which `foreshock up` shows itself.
#include "bench/load_run.h"

namespace foreshock::bench {

constexpr double light_rate = 4;  // requests/s

// Mixed prompts at RATE, Poisson, against the server at URL until it is destroyed. A failure is logged when
// the request before succeeded. Errors: those of find_endpoint.
Result<std::unique_ptr<LoadRun>> start_light_load(net::IoThread& io, const Clock& clock, std::string url,
                                                  double rate = light_rate);

}  // namespace foreshock::bench
