#include "scenario/names.h"
#include "scenario/read_conditions.h"
#include "scenario/read_parts.h"
#include "scenario/values.h"

namespace foreshock::scenario {
namespace read_engine_impl {

constexpr auto read_text = read_parsed<parse_name>;

using enginesim::Preset;
using enginesim::presets;

Result<Preset> read_preset(const Value& value) {
  FORESHOCK_TRY(const std::string name, read_scalar(value));
  for (const Preset& preset : presets)
    if (preset.name == name) return preset;
  return refuse_name(value.node, "preset", name, names_in(presets));
}

Result<Replica> read_one_replica(const Value& value) {
  static constexpr std::array fields = {
      field<&Replica::name, read_text>("name", Presence::required),
      field<&Replica::device, read_text>("device"),
      field<&Replica::zone, read_text>("zone"),
      field<&Replica::pool, read_text>("pool"),
      field<&Replica::version, read_text>("version"),
  };
  Replica replica;
  FORESHOCK_CHECK(read_map(value, fields, replica));
  return replica;
}

// After the version of the engine, which is that of its replicas.
Result<void> read_replicas(const Value& value, Engine& engine) {
  if (!value.node.is_list()) return refuse(value.node, "'replicas' needs a list");
  FORESHOCK_CHECK(check_length(value));
  for (const wire::YamlNode& item : value.node.items()) {
    FORESHOCK_TRY(Replica replica, read_one_replica(Value{"replicas", item, value.story}));
    const auto has_name = [&](const Replica& other) { return other.name == replica.name; };
    if (std::any_of(engine.replicas.begin(), engine.replicas.end(), has_name))
      return refuse(item.at("name"), fmt::format("two replicas have the name '{}'", shown(replica.name)));
    if (replica.version.empty()) replica.version = engine.version;
    engine.replicas.push_back(std::move(replica));
  }
  if (engine.replicas.empty()) return refuse(value.node, "'replicas' is an empty list");
  return {};
}

Result<Conditions> read_route_conditions(const Value& value) {
  return read_conditions(value, enginesim::DialReach::unrouted, "the pool");
}

Result<Route> read_route(const Value& value) {
  static constexpr std::array fields = {
      field<&Route::when, read_route_conditions>("when"),
      field<&Route::pool, read_text>("pool", Presence::required),
  };
  Route route;
  FORESHOCK_CHECK(read_map(value, fields, route));
  return route;
}

Result<void> read_routes(const Value& value, Engine& engine) {
  FORESHOCK_TRY(engine.routes, read_list<read_route>(value));
  if (engine.endpoint != Endpoint::one)
    return refuse(value.node, "'route' needs endpoint: one", "Add it, or take the route out.");
  std::vector<std::string_view> pools;
  for (const Replica& replica : engine.replicas)
    if (!replica.pool.empty()) pools.push_back(replica.pool);
  for (const wire::YamlNode& item : value.node.items())
    FORESHOCK_CHECK(read_name_among(Value{"pool", item.at("pool"), value.story}, "pool", pools));
  return {};
}

Result<Speculation> read_speculation(const Value& value) {
  static constexpr std::array fields = {
      field<&Speculation::draft_length, read_within<parse_count, 0, 16>>("draft_length"),
      field<&Speculation::acceptance, read_parsed<parse_share>>("acceptance"),
      field<&Speculation::judge_slots, read_within<parse_count, 0, 65'536>>("judge_slots"),
  };
  Speculation speculation;
  FORESHOCK_CHECK(read_map(value, fields, speculation));
  return speculation;
}

}  // namespace read_engine_impl

Result<Engine> read_engine(const Value& value) {
  using namespace read_engine_impl;
  static constexpr std::array fields = {
      field<&Engine::preset, read_preset>("preset"),
      field<&Engine::version, read_text>("version"),
      field<&Engine::endpoint, read_choice<endpoint_names>>("endpoint"),
      Field<Engine>{"replicas", read_replicas, Presence::required},
      Field<Engine>{"route", read_routes},
      field<&Engine::max_running, read_within<parse_count, 1, 65'536>>("max_running"),
      field<&Engine::queue, read_within<parse_count, 0, 1'000'000>>("queue"),
      field<&Engine::kv_blocks, read_within<parse_count, 1, 100'000'000>>("kv_blocks"),
      field<&Engine::block_tokens, read_within<parse_count, 1, 65'536>>("block_tokens"),
      field<&Engine::context, read_within<parse_count, 1, 100'000'000>>("context"),
      field<&Engine::prefill_chunk, read_within<parse_count, 1, 1'000'000>>("prefill_chunk"),
      field<&Engine::speculation, read_speculation>("spec"),
      field<&Engine::load_time, read_parsed<parse_duration>>("load_time"),
      field<&Engine::memory, read_parsed<parse_bytes>>("memory"),
      field<&Engine::dns_ttl, read_parsed<parse_duration>>("dns_ttl"),
      field<&Engine::accuracy, read_parsed<parse_share>>("accuracy"),
  };
  Engine engine;
  FORESHOCK_CHECK(read_map(value, fields, engine));
  return engine;
}

}  // namespace foreshock::scenario
