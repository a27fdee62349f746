#pragma once
// The settings of the token-level engine that a replica of stories has too.
#include "enginesim/options.h"
#include "enginesim/served_replica.h"

namespace foreshock::enginesim {

bool is_shared_setting(std::string_view name);
// Gives REPLICA the setting NAME as it stands in ENGINE. NAME must be a shared one.
void share_setting(std::string_view name, const SimulatedEngineOptions& engine,
                   ServedReplicaOptions& replica);

}  // namespace foreshock::enginesim
