#include "enginesim/shared_settings.h"

#include <array>

#include "core/catalog.h"

namespace foreshock::enginesim {
namespace shared_settings_impl {

using Engine = SimulatedEngineOptions;
using Replica = ServedReplicaOptions;

struct Row {
  std::string_view name;
  void (*share)(const Engine& engine, Replica& replica);
};
constexpr std::array rows = {
    Row{"model", [](const Engine& from, Replica& to) { to.model = from.spec.model; }},
    Row{"version", [](const Engine& from, Replica& to) { to.version = from.spec.version; }},
    Row{"load_time",
        [](const Engine& from, Replica& to) { to.spec.load_time = seconds(from.spec.load_time); }},
    Row{"max_running", [](const Engine& from, Replica& to) { to.spec.max_running = from.spec.max_running; }},
    Row{"queue_limit", [](const Engine& from, Replica& to) { to.spec.queue = from.spec.queue_limit; }},
    Row{"context_limit", [](const Engine& from, Replica& to) { to.spec.context = from.spec.context_limit; }},
    Row{"kv_blocks", [](const Engine& from, Replica& to) { to.spec.kv_blocks = from.spec.kv_blocks; }},
    Row{"step_tokens",
        [](const Engine& from, Replica& to) { to.spec.prefill_chunk = from.spec.step_tokens; }},
    Row{"prefill_rate",
        [](const Engine& from, Replica& to) { to.spec.prefill_rate = from.spec.prefill_rate; }},
    Row{"draft_length",
        [](const Engine& from, Replica& to) { to.spec.draft_length = from.spec.draft_length; }},
    Row{"acceptance",
        [](const Engine& from, Replica& to) { to.spec.acceptance = from.spec.acceptance.value; }},
    Row{"seed", [](const Engine& from, Replica& to) { to.spec.seed = static_cast<uint64_t>(from.seed); }},
};
static_assert(names_are_unique(rows));

}  // namespace shared_settings_impl

bool is_shared_setting(std::string_view name) {
  return find_by_name(std::span<const shared_settings_impl::Row>(shared_settings_impl::rows), name) !=
         nullptr;
}

void share_setting(std::string_view name, const SimulatedEngineOptions& engine,
                   ServedReplicaOptions& replica) {
  find_by_name(std::span<const shared_settings_impl::Row>(shared_settings_impl::rows), name)
      ->share(engine, replica);
}

}  // namespace foreshock::enginesim
