#include "cli/config.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "cli/config_lists.h"
#include "cli/input_file.h"
#include "core/catalog.h"
#include "wire/yaml.h"

namespace foreshock::cli {
namespace config_impl {

constexpr std::array gateway_root = {
    option<&gateway::GatewayOptions::listen>("listen", "text",
                                             "Where the gateway listens: host:port, where port 0 takes a "
                                             "free one and none is 8400, or unix:/path."),
    option<&gateway::GatewayOptions::response_headers>(
        "response_headers", "text",
        "Further header fields of backends that clients get, with commas between them; x-mine-* is all that "
        "begin so."),
    option<&gateway::GatewayOptions::zone>(
        "zone", "text",
        "Where the gateway stands; backends with the same zone are preferred. Empty: all are."),
};
constexpr std::array gateway_threads = {
    option<&gateway::GatewayOptions::threads>("threads", "threads", 0, 1024,
                                              "Threads of the data plane; 0 takes one a core."),
};
constexpr std::array slo = {
    option<&SloOptions::ttft_p99>(
        "ttft_p99", "s", 0.001, 3600,
        "The time to first token that 99 of 100 requests should keep; kept for later, not judged yet."),
    option<&SloOptions::error_rate>("error_rate", "ratio", 0, 1,
                                    "The share of requests that may fail; kept for later, not judged yet."),
};
static_assert(names_are_unique(gateway_root) && names_are_unique(slo));

// Entries of the lists as they are by default.
void* a_backend(Config&) {
  static gateway::BackendOptions backend;
  return &backend;
}
void* a_place(Config&) {
  static collect::BackendPlace place;
  return &place;
}
void* a_model(Config&) {
  static gateway::ModelOptions model;
  return &model;
}
void* a_signal(Config&) {
  static gateway::CustomSignalOptions defaults;
  return &defaults;
}
void* a_key(Config&) {
  static gateway::KeyOptions key;
  return &key;
}
void* a_source(Config&) {
  static collect::SourceOptions source;
  return &source;
}
void* an_admin_token(Config&) {
  static console::AdminToken token;
  return &token;
}

// "console: ADDRESS", or keys and values.
Result<void> read_console(const wire::YamlNode& node, console::ConsoleOptions& out) {
  if (node.is_scalar()) {
    out.listen = node.text();
    return {};
  }
  constexpr std::array<std::string_view, 2> lists = {"admin_tokens", "tls"};
  FORESHOCK_CHECK(wire::read_options(node, console::console_options(), lists, &out));
  if (const wire::YamlNode tls = node.at(lists[1]); !tls.is_null())
    FORESHOCK_CHECK(wire::read_options(tls, gateway::tls_options(), {}, &out.tls));
  const wire::YamlNode tokens = node.at(lists[0]);
  return tokens.is_null() ? Result<void>() : read_admin_tokens(tokens, out.admin_tokens);
}

}  // namespace config_impl

std::string variable_of(std::string_view section, std::string_view option_name) {
  std::string name = section.empty() ? fmt::format("FORESHOCK_{}", option_name)
                                     : fmt::format("FORESHOCK_{}_{}", section, option_name);
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c == '.' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  });
  return name;
}

// data_dir, the first row of the store's table, stands at the top of the file; the others under store.
std::span<const ConfigSection> config_sections() {
  static const std::array sections = {
      ConfigSection{"", false, true, config_impl::gateway_root,
                    [](Config& config) -> void* { return &config.gateway; }},
      ConfigSection{"", false, false, config_impl::gateway_threads,
                    [](Config& config) -> void* { return &config.gateway; }},
      ConfigSection{"", false, false, store::store_options().first(1),
                    [](Config& config) -> void* { return &config.store; }},
      ConfigSection{"backends", true, true, gateway::backend_options(), config_impl::a_backend},
      ConfigSection{"backends", true, true, collect::place_options(), config_impl::a_place},
      ConfigSection{"models", true, true, gateway::model_options(), config_impl::a_model},
      ConfigSection{"keys", true, true, gateway::key_options(), config_impl::a_key},
      ConfigSection{"signals", true, true, gateway::custom_signal_options(), config_impl::a_signal},
      ConfigSection{"analysis", false, false, analysis_options(),
                    [](Config& config) -> void* { return &config.analysis; }},
      ConfigSection{"balance", false, true, gateway::balance_options(),
                    [](Config& config) -> void* { return &config.gateway.balance; }},
      ConfigSection{"breaker", false, true, mitigate::breaker_options(),
                    [](Config& config) -> void* { return &config.gateway.breaker; }},
      ConfigSection{"console", false, false, console::console_options(),
                    [](Config& config) -> void* { return &config.console; }},
      ConfigSection{"console.tls", false, false, gateway::tls_options(),
                    [](Config& config) -> void* { return &config.console.tls; }},
      ConfigSection{"console.admin_tokens", true, false, console::admin_token_options(),
                    config_impl::an_admin_token},
      ConfigSection{"collect", false, true, collect::collect_options(),
                    [](Config& config) -> void* { return &config.collect; }},
      ConfigSection{"sources", true, true, collect::source_options(), config_impl::a_source},
      ConfigSection{"outliers", false, true, mitigate::outlier_options(),
                    [](Config& config) -> void* { return &config.gateway.outliers; }},
      ConfigSection{"queue", false, true, gateway::queue_options(),
                    [](Config& config) -> void* { return &config.gateway.queue; }},
      ConfigSection{"health", false, true, mitigate::health_options(),
                    [](Config& config) -> void* { return &config.gateway.health; }},
      ConfigSection{"retries", false, true, mitigate::retry_options(),
                    [](Config& config) -> void* { return &config.gateway.retries; }},
      ConfigSection{"slo", false, false, config_impl::slo,
                    [](Config& config) -> void* { return &config.slo; }},
      ConfigSection{"limits", false, true, gateway::limit_options(),
                    [](Config& config) -> void* { return &config.gateway.limits; }},
      ConfigSection{"mitigate", false, false, mitigate::mitigate_options(),
                    [](Config& config) -> void* { return &config.mitigate; }},
      ConfigSection{"store", false, false, store::store_options().subspan(1),
                    [](Config& config) -> void* { return &config.store; }},
      ConfigSection{"strata", false, false, signals::strata_options(),
                    [](Config& config) -> void* { return &config.strata; }},
      ConfigSection{"tls", false, true, gateway::tls_options(),
                    [](Config& config) -> void* { return &config.gateway.tls; }},
      ConfigSection{"timeouts", false, true, gateway::timeout_options(),
                    [](Config& config) -> void* { return &config.gateway.timeouts; }},
  };
  return sections;
}

std::vector<std::string> changed_until_restart(Config before, Config after) {
  std::vector<std::string> changed;
  for (const ConfigSection& section : config_sections()) {
    if (section.live || section.is_list) continue;
    for (const OptionRow& row : section.options)
      if (row.get(section.of(before)) != row.get(section.of(after)))
        changed.push_back(section.name.empty() ? std::string(row.name)
                                               : fmt::format("{}.{}", section.name, row.name));
  }
  return changed;
}

Result<Config> read_config_text(std::string_view text, const std::string& file) {
  FORESHOCK_TRY(const auto document, wire::YamlNode::parse(text, file));
  Config config;
  for (const ConfigSection& section : config_sections()) {
    if (section.is_list) continue;
    const wire::YamlNode map = section.name.empty() ? document : document.at(section.name);
    if (map.is_null() || section.name == "console") continue;  // it has two forms
    // The file itself holds two tables of keys, and the sections: each table takes its own and leaves the
    // others' alone.
    std::vector<std::string_view> others;
    if (section.name.empty())
      for (const ConfigSection& other : config_sections()) {
        if (!other.name.empty())
          others.push_back(other.name);
        else if (other.options.data() != section.options.data())
          for (std::string_view name : names_of(other.options)) others.push_back(name);
      }
    FORESHOCK_CHECK(wire::read_options(map, section.options, others, section.of(config)));
  }
  for (const auto& [key, value] : document.entries()) {
    if (key.text() == "backends")
      FORESHOCK_CHECK(read_backends(value, config.gateway.backends, config.collect.places));
    if (key.text() == "models") FORESHOCK_CHECK(read_models(value, config.gateway.models));
    if (key.text() == "keys") FORESHOCK_CHECK(read_keys(value, config.gateway.keys));
    if (key.text() == "signals") FORESHOCK_CHECK(read_signals(value, config.gateway.signals));
    if (key.text() == "sources") FORESHOCK_CHECK(read_sources(value, config.sources));
    if (key.text() == "console") FORESHOCK_CHECK(config_impl::read_console(value, config.console));
  }
  return config;
}

Result<Config> read_config(const std::string& file) {
  FORESHOCK_TRY(const std::string text,
                read_input_file(file, "configuration", "Give the path of a configuration file."));
  FORESHOCK_TRY(auto config, read_config_text(text, file));
  FORESHOCK_CHECK(apply_environment(config));
  FORESHOCK_CHECK(check_config(config));
  return config;
}

Result<void> apply_environment(Config& config) {
  for (const ConfigSection& section : config_sections()) {
    if (section.is_list) continue;
    for (const OptionRow& row : section.options) {
      const std::string variable = variable_of(section.name, row.name);
      const char* value = std::getenv(variable.c_str());
      if (value == nullptr) continue;
      const auto set = set_option(row, section.of(config), value);
      if (!set) return fail(set.error().at(variable));
    }
  }
  return {};
}

}  // namespace foreshock::cli
