#pragma once
// The engine presets, SCENARIO.md section 1 and the published rows of SPEC B2.
#include <array>
#include <string_view>

#include "core/catalog.h"
#include "core/instant.h"

namespace foreshock::enginesim {

struct Preset {
  std::string_view name = "large";
  double decode_rate = 80;                                    // tokens/s of one stream alone
  double step_growth = 0.01;                                  // of a step, for each further running request
  double prefill_rate = 20000;                                // prompt tokens/s, shared
  Duration first_token = std::chrono::milliseconds(40);       // its fixed part
  double inter_token_log_sd = 0.3, first_token_log_sd = 0.6;  // from request to request
  double gpu_memory_gb = 0;                                   // as published; 0: not said
};

// B2 gives first token, tokens/s and memory; the batch effect is C5's, the rest is that of large.
constexpr Preset published(std::string_view name, Duration first_token, double decode_rate,
                           double gpu_memory_gb) {
  Preset preset;
  preset.name = name;
  preset.first_token = first_token;
  preset.decode_rate = decode_rate;
  preset.gpu_memory_gb = gpu_memory_gb;
  preset.step_growth = 0.067;
  return preset;
}

inline constexpr std::array presets = {
    Preset{},
    published("l4", std::chrono::microseconds(587600), 21.5, 10.1),
    published("a10g", std::chrono::microseconds(421300), 38.2, 12.7),
    published("mi300x", std::chrono::microseconds(362800), 45.9, 13.4),
};
static_assert(names_are_unique(presets));

}  // namespace foreshock::enginesim
