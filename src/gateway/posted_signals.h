#pragma once
// POST /v1/signals: values of signals that users bring of their own.
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/series.h"
#include "core/signal_catalog.h"

namespace foreshock::gateway {

inline constexpr std::string_view signals_path = "/v1/signals";

// {"name": "csat", "unit": "ratio", "direction": "higher_is_better", "value": 0.9}, or {"signals": […]} of at
// most a hundred such. Besides "at" (NOW unless given; of the last 48 h), and "strata", as {"replica": "a"}:
// of DIMENSIONS; each counts in the total and in each of them. A name that was not known is declared in
// CATALOG; one that is needs neither unit nor direction. Errors: bad_request, naming what is wrong; those of
// SignalCatalog::declare; nothing of the body counts then, but what was declared stays.
Result<std::vector<Sample>> read_signals(std::string_view body, Instant now,
                                         const std::vector<std::string_view>& dimensions,
                                         SignalCatalog& catalog);

}  // namespace foreshock::gateway
