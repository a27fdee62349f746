#pragma once
// The parts of a story, each from the value of its key. VALUE.story holds the parts before it: load, engine,
// clients, probes, slo, policy, canary, events, faults, expect, in this order.
#include "scenario/fields.h"

namespace foreshock::scenario {

Result<std::vector<LoadClass>> read_load(const Value& value);
Result<Engine> read_engine(const Value& value);
Result<Clients> read_clients(const Value& value);
Result<Probes> read_probes(const Value& value);
Result<std::vector<ServiceLevel>> read_service_levels(const Value& value);
Result<Canary> read_canary(const Value& value);
Result<std::vector<StoryEvent>> read_events(const Value& value);
Result<std::vector<Fault>> read_faults(const Value& value);
Result<Expectations> read_expectations(const Value& value);

// A time of the run: at its end only when AT_END.
enum class AtEnd : uint8_t { allowed, refused };
Result<void> check_in_run(const Value& time, Duration at, AtEnd at_end);
// The times under AT and UNTIL of MAP, which are given: both in the run, in this order.
Result<void> check_span(const Value& map, std::string_view at_key, Duration at, std::string_view until_key,
                        Duration until);

}  // namespace foreshock::scenario
