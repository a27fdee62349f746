#include "gateway/balance_options.h"

#include <array>

#include <fmt/format.h>

#include "core/catalog.h"
#include "core/shown.h"

namespace foreshock::gateway {
namespace balance_options_impl {

constexpr std::array<std::string_view, 3> policies = {"least_load", "p2c_latency", "prefix_affinity"};

constexpr std::array rows = {
    option<&BalanceOptions::policy>(
        "policy", "least_load, p2c_latency or prefix_affinity",
        "Which backend takes a request that belongs to no session: the one with the fewest in flight, the "
        "better "
        "of two by load and latency, or the one where prompts that begin alike went."),
    option<&BalanceOptions::decay>(
        "decay", "s", 0.1, 3600,
        "How fast p2c_latency forgets that a backend was slow; after three times as long without an answer "
        "nothing is known of it."),
    option<&BalanceOptions::load_cap>(
        "load_cap", "", 1, 100,
        "How many times its share of the requests in flight a backend may have before those that want it for "
        "its context go on to the next."),
    option<&BalanceOptions::load_floor>("load_floor", "requests", 0, 10'000,
                                        "Up to so many requests in flight a backend is never over the cap."),
    option<&BalanceOptions::prefix>("prefix", "bytes", 1, 1 << 20,
                                    "How much of the prompt's beginning prefix_affinity looks at."),
    option<&BalanceOptions::zone_minimum>(
        "zone_minimum", "ratio", 0, 1,
        "The share of the backends of the gateway's own zone that have to be well for it to serve alone."),
    option<&BalanceOptions::panic>(
        "panic", "ratio", 0, 1,
        "Where fewer than this share of the backends are well by their health checks, "
        "all are used: it is rather the check that is wrong."),
};
static_assert(names_are_unique(rows));

}  // namespace balance_options_impl

Result<void> parse_value(std::string_view text, BalancePolicy& out) {
  using namespace balance_options_impl;
  const auto found = std::find(policies.begin(), policies.end(), text);
  if (found == policies.end())
    return fail(Code::bad_config, fmt::format("expected {}, found '{}'.{}", fmt::join(policies, " or "),
                                              shown(text), did_you_mean(text, policies)));
  out = static_cast<BalancePolicy>(found - policies.begin());
  return {};
}

std::string print_value(BalancePolicy value) {
  return std::string(balance_options_impl::policies[static_cast<size_t>(value)]);
}

OptionSet balance_options() {
  return balance_options_impl::rows;
}

}  // namespace foreshock::gateway
