#include "enginesim/options.h"

#include <array>

#include "core/catalog.h"

namespace foreshock::enginesim {
namespace options_impl {

// A row for a member of the spec inside the options.
template <auto member>
constexpr OptionRow of_spec(std::string_view name, std::string_view unit, double min, double max,
                            std::string_view help) {
  OptionRow row = option<member>(name, unit, min, max, help);
  row.set = [](void* target, std::string_view text) {
    return parse_value(text, static_cast<SimulatedEngineOptions*>(target)->spec.*member);
  };
  row.get = [](const void* target) {
    return print_value(static_cast<const SimulatedEngineOptions*>(target)->spec.*member);
  };
  row.measure = [](const void* target) {
    return magnitude(static_cast<const SimulatedEngineOptions*>(target)->spec.*member);
  };
  return row;
}

using Spec = EngineSpec;
using Options = SimulatedEngineOptions;

constexpr std::array rows = {
    of_spec<&Spec::model>("model", "text", 0, 0, "The name under which the engine lists its model."),
    of_spec<&Spec::version>("version", "text", 0, 0, "The version that the engine and its answers show."),
    of_spec<&Spec::load_time>("load_time", "s", 0, 3600, "How long requests wait after the start."),
    of_spec<&Spec::max_running>("max_running", "requests", 1, 4096,
                                "How many requests share a step at most."),
    of_spec<&Spec::queue_limit>("queue_limit", "requests", 1, 100000,
                                "How many requests may wait; the next one is refused with 429."),
    of_spec<&Spec::context_limit>("context_limit", "tokens", 16, 1e7,
                                  "How many tokens prompt and answer may have together."),
    of_spec<&Spec::kv_blocks>("kv_blocks", "blocks", 1, 1e7,
                              "How many blocks of 16 tokens the KV cache has."),
    of_spec<&Spec::step_tokens>("step_tokens", "tokens", 1, 1e6,
                                "How many tokens a step computes at most: the size of a prefill chunk."),
    of_spec<&Spec::step_base>("step_base", "s", 1e-6, 60, "What every step takes."),
    of_spec<&Spec::step_per_sequence>("step_per_sequence", "s", 0, 60,
                                      "What a step takes more for each sequence in it."),
    of_spec<&Spec::prefill_rate>("prefill_rate", "tokens/s", 1, 1e9, "How fast prompts are read."),
    of_spec<&Spec::decode_per_context>("decode_per_context", "s", 0, 60,
                                       "What a step takes more for each 1,000 tokens of context."),
    of_spec<&Spec::prefill_per_context>("prefill_per_context", "s", 0, 60,
                                        "What a prompt token takes more for each 1,000 tokens before it."),
    of_spec<&Spec::draft_length>("draft_length", "tokens", 0, 16,
                                 "How many tokens are drafted a step; 0 turns speculative decoding off."),
    of_spec<&Spec::acceptance>("acceptance", "ratio", 0, 1,
                               "The probability that a drafted token is accepted."),
    of_spec<&Spec::draft_cost>("draft_cost", "s", 0, 60, "What a step takes more for each drafted position."),
    of_spec<&Spec::verify_cost>("verify_cost", "s", 0, 60,
                                "What a step takes more for each drafted token of each sequence."),
    of_spec<&Spec::answer_tokens>("answer_tokens", "tokens", 1, 100000,
                                  "The median length of an answer that no limit cuts."),
    option<&Options::seed>("seed", "", "What makes one run differ from another."),
    option<&Options::speed>("speed", "ratio", 0.001, 100000, "How many times faster than real time it runs."),
};
static_assert(names_are_unique(rows));

}  // namespace options_impl

OptionSet simulated_engine_options() {
  return options_impl::rows;
}

}  // namespace foreshock::enginesim
