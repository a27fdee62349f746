#include "mitigate/options.h"

#include <array>

#include "core/catalog.h"
#include "mitigate/retry_budget.h"

namespace foreshock::mitigate {
namespace options_impl {

constexpr std::array rows = {
    option<&MitigateOptions::draft_length>("draft_length", "observe, suggest or act",
                                           "Autonomy of the policy that turns the draft length down: it only "
                                           "says what it would do, waits for approval, or does it."),
    option<&MitigateOptions::least_draft_length>(
        "least_draft_length", "tokens", 0, 16,
        "The shortest draft that the policy sets; at 0 the draft model falls behind the text, and "
        "acceptance stays low afterwards."),
    option<&MitigateOptions::least_probability>(
        "least_probability", "ratio", 0, 1,
        "How probable the causes that a policy answers must be, taken together."),
    option<&MitigateOptions::lease>("lease", "s", 1, 86400,
                                    "How long a dial stays turned; then it falls back by itself."),
    option<&MitigateOptions::cool_down>("cool_down", "s", 0, 604800,
                                        "How long a policy rests where it has acted, once that has ended."),
    option<&MitigateOptions::hourly_budget>("hourly_budget", "actions", 0, 1000,
                                            "How many actions all policies together may take in an hour."),
    option<&MitigateOptions::blast_radius>(
        "blast_radius", "ratio", 0, 1,
        "The share of the traffic that actions under way may touch, taken together."),
};
static_assert(names_are_unique(rows));

constexpr std::array retries = {
    option<&RetryOptions::share>("share", "ratio", 0, 1,
                                 "How many of a hundred requests may be sent to a second backend because the "
                                 "first said that it has no room; 0: none."),
    option<&RetryOptions::reserve>("reserve", "requests", 1, 10'000,
                                   "How many such retries may be saved up while all is well."),
};
static_assert(names_are_unique(retries));

}  // namespace options_impl

OptionSet retry_options() {
  return options_impl::retries;
}
OptionSet mitigate_options() {
  return options_impl::rows;
}

}  // namespace foreshock::mitigate
