#include "wire/engine_props.h"

#include "wire/json_access.h"
#include "wire/lenient_json.h"

namespace foreshock::wire {

EngineProps read_engine_props(std::string_view json) {
  EngineProps props;
  JsonValue root;
  JsonObject object;
  if (parse_json(json, root) != JsonRead::read || root.get(object) != simdjson::SUCCESS) return props;
  if (const auto settings = object_of(object, "default_generation_settings"))
    if (const auto window = count_of(*settings, "n_ctx"); window && *window > 0)
      props.context_window = window;
  if (bool asleep = false; object.at_key("is_sleeping").get(asleep) == simdjson::SUCCESS)
    props.asleep = asleep;
  return props;
}

}  // namespace foreshock::wire
