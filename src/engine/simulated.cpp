// The simulated engine: its metrics have the names of vLLM's, what it lets one do is its own.
#include <array>

#include "engine/adapter.h"

namespace foreshock::engine {
namespace simulated_impl {

constexpr std::array signs = {Sign{"/v1/models", "/data/0/owned_by", "foreshock"}};
constexpr std::array versions = {Sign{"/version", "/version"}};

constexpr std::array knobs = {
    KnobRow{"draft_length", Reach::request, "speculative.n_max"},
    KnobRow{"draft_length", Reach::start, "--set draft_length"},
    KnobRow{"prefix_cache", Reach::running, "POST /reset_prefix_cache"},
    KnobRow{"max_tokens", Reach::request, "max_tokens"},
};

constexpr std::array acts = {ActRow{.act = "prefix_cache_reset", .path = "/reset_prefix_cache"}};

constexpr std::array<std::string_view, 1> operator_paths = {"/dials"};

}  // namespace simulated_impl

const Adapter simulated = {.name = "simulated",
                           .prefix = "",
                           .metrics = {},
                           .signs = simulated_impl::signs,
                           .versions = simulated_impl::versions,
                           .knobs = simulated_impl::knobs,
                           .acts = simulated_impl::acts,
                           .operator_paths = simulated_impl::operator_paths};

}  // namespace foreshock::engine
