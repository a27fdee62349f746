#include "engine/control.h"

#include <array>

#include "core/catalog.h"

namespace foreshock::engine {
namespace control_impl {

constexpr std::array all_knobs = {
    Knob{"draft_length", "Tokens drafted a step of speculative decoding."},
    Knob{"prefix_cache", "Whether and how prompts are taken from the cache."},
    Knob{"context_overflow", "What becomes of a prompt or an answer that outgrows the window."},
    Knob{"kv_precision", "Number format of the KV cache."},
    Knob{"priority", "Which request is served first."},
    Knob{"max_tokens", "Most tokens of an answer."},
    Knob{"reasoning", "How long a model may think."},
    Knob{"sleep", "Giving the memory of an idle model back."},
    Knob{"pause", "Stopping to take or to serve requests."},
    Knob{"lora", "Adapters on top of a model."},
    Knob{"slot_state", "Keeping and bringing back the state of a conversation."},
};
static_assert(names_are_unique(all_knobs));

constexpr Parameter slot{.name = "slot", .takes = Takes::whole};
constexpr Parameter file{.name = "file"};
constexpr Parameter name{.name = "name"};

constexpr std::array slot_and_file = {slot, file};
constexpr std::array only_slot = {slot};
constexpr std::array adapter_and_path = {name, Parameter{.name = "path"}};
constexpr std::array only_name = {name};
constexpr std::array adapter_and_scale = {Parameter{.name = "id", .takes = Takes::whole},
                                          Parameter{.name = "scale", .takes = Takes::number}};
constexpr std::array level = {Parameter{.name = "level", .takes = Takes::whole, .usual = "1"}};
constexpr std::array mode = {Parameter{.name = "mode", .usual = "wait"}};
constexpr std::array model = {Parameter{.name = "model"}};

constexpr std::array all_acts = {
    Act{"slot_save", "Writes the KV state of a slot to a file of the engine.", slot_and_file},
    Act{"slot_restore", "Reads the KV state of a slot from such a file.", slot_and_file},
    Act{"slot_erase", "Forgets the KV state of a slot.", only_slot},
    Act{"prefix_cache_reset", "Forgets all cached prompts; the next ones are read anew."},
    Act{"lora_load", "Loads an adapter under a name.", adapter_and_path},
    Act{"lora_unload", "Unloads an adapter.", only_name},
    Act{"lora_scale", "Sets how much an adapter that was loaded at the start counts.", adapter_and_scale},
    Act{"sleep", "Gives the memory back; the level 2 drops the weights too.", level},
    Act{"wake", "Takes the memory again."},
    Act{"pause", "Stops serving; in the mode wait after the requests that run.", mode},
    Act{"resume", "Serves again."},
    Act{"abort_all", "Ends every request that the engine runs."},
    Act{"model_load", "Loads a model.", model},
    Act{"model_unload", "Unloads a model.", model},
};
static_assert(names_are_unique(all_acts));

}  // namespace control_impl

std::string_view name_of(Reach reach) {
  constexpr std::array<std::string_view, 3> names = {"request", "running", "start"};
  return names[static_cast<size_t>(reach)];
}

std::span<const Knob> knobs() {
  return control_impl::all_knobs;
}

std::span<const Act> acts() {
  return control_impl::all_acts;
}

}  // namespace foreshock::engine
