#pragma once
// The configuration file, its environment variables and its reference, all from the same Option rows.
#include <string>
#include <string_view>
#include <vector>

#include "cli/analysis_options.h"
#include "collect/options.h"
#include "collect/source_options.h"
#include "console/access_options.h"
#include "core/option.h"
#include "gateway/options.h"
#include "mitigate/options.h"
#include "signals/stratum_pairs.h"
#include "store/store.h"

namespace foreshock::cli {

struct SloOptions {
  Duration ttft_p99 = std::chrono::seconds(2);
  Ratio error_rate{0.01};
};

struct Config {
  console::ConsoleOptions console;
  SloOptions slo;
  store::StoreOptions store;
  signals::StrataOptions strata;
  gateway::GatewayOptions gateway;
  mitigate::MitigateOptions mitigate;
  AnalysisOptions analysis;
  collect::CollectOptions collect;
  std::vector<collect::SourceOptions> sources;
};

// A part of the file: the keys under NAME, or of the file itself where NAME is empty.
struct ConfigSection {
  std::string_view name;
  bool is_list;
  bool live;  // a running service takes it when the file is read again
  OptionSet options;
  void* (*of)(Config& config);  // the struct that the rows fill; for a list, an entry with the defaults
};
std::span<const ConfigSection> config_sections();

// The keys in which the two differ and that a running service does not take.
std::vector<std::string> changed_until_restart(Config before, Config after);

// FORESHOCK_TIMEOUTS_IDLE: the environment variable of an option outside a list.
std::string variable_of(std::string_view section, std::string_view option_name);

// Reads and checks FILE, then the environment (FORESHOCK_LISTEN, FORESHOCK_LIMITS_REQUEST_BODY, …), which
// wins. Errors: bad_config with file, line and column, or with the name of the variable.
Result<Config> read_config(const std::string& file);
Result<Config> read_config_text(std::string_view text, const std::string& file);
Result<void> apply_environment(Config& config);
// Addresses and urls are well formed, names unique, engines known.
Result<void> check_config(const Config& config);

}  // namespace foreshock::cli
