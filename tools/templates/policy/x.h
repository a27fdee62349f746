#pragma once
// @Words@: which causes it answers, and with what.
#include <array>
#include <optional>
#include <string_view>

#include "mitigate/engine_facts.h"
#include "mitigate/options.h"

namespace foreshock::mitigate {

inline constexpr std::array<std::string_view, 1> @name@_causes = {"batch_saturation"};

// Where the dial should stand; nothing: leave it.
std::optional<double> @name@(const EngineFacts& facts, const MitigateOptions& options);

}  // namespace foreshock::mitigate
