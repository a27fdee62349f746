#pragma once
// The lists of a configuration. Errors: bad_config with the place.
#include <vector>

#include "collect/place_options.h"
#include "collect/source_options.h"
#include "console/access_options.h"
#include "gateway/options.h"
#include "wire/yaml.h"

namespace foreshock::cli {

// PLACES: of each of OUT.
Result<void> read_backends(const wire::YamlNode& list, std::vector<gateway::BackendOptions>& out,
                           std::vector<collect::BackendPlace>& places);
Result<void> read_models(const wire::YamlNode& list, std::vector<gateway::ModelOptions>& out);
Result<void> read_signals(const wire::YamlNode& list, std::vector<gateway::CustomSignalOptions>& out);
Result<void> read_sources(const wire::YamlNode& list, std::vector<collect::SourceOptions>& out);
Result<void> read_keys(const wire::YamlNode& list, std::vector<gateway::KeyOptions>& out);
Result<void> read_admin_tokens(const wire::YamlNode& list, std::vector<console::AdminToken>& out);

}  // namespace foreshock::cli
