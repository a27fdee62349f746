#pragma once
// Which draft length pays.
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "mitigate/engine_facts.h"
#include "mitigate/options.h"

namespace foreshock::mitigate {

inline constexpr std::array<std::string_view, 2> draft_length_causes = {"judge_starvation", "draft_decay"};

// The P that gives TOKENS a step with drafts of K: tokens = (1-p^(k+1))/(1-p), solved by halving.
double acceptance_of(double tokens, double k);

// The K in [shortest, longest] that maximises (1-p^(k+1)) / ((1-p)·(V(k+1)/V(1) + k·c)): tokens a step by its
// time (Leviathan et al. 2023, theorem 3.8, with a verify time that grows). P is in [0, 1].
int64_t best_draft_length(double p, const StepCosts& costs, int64_t shortest, int64_t longest);

// The policy: shorter drafts where they are thrown away. The shortest at a load over 0.8, and where the
// acceptance is not known. Nothing where that would not be shorter than now.
std::optional<double> shorter_draft(const EngineFacts& facts, const MitigateOptions& options);

}  // namespace foreshock::mitigate
