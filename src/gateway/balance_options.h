#pragma once
// How requests are divided among backends.
#include "core/option.h"

namespace foreshock::gateway {

enum class BalancePolicy : uint8_t { least_load, p2c_latency, prefix_affinity };
Result<void> parse_value(std::string_view text, BalancePolicy& out);
std::string print_value(BalancePolicy value);

struct BalanceOptions {
  BalancePolicy policy = BalancePolicy::least_load;
  Duration decay = std::chrono::seconds(10);
  double load_cap = 1.25;
  int64_t load_floor = 4;
  Bytes prefix{1024};
  Ratio zone_minimum{0.5};
  Ratio panic{0.5};
};
OptionSet balance_options();

}  // namespace foreshock::gateway
