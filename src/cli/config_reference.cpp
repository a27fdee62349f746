// foreshock config reference: every option, with its default, range and meaning.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/config.h"
#include "report/table.h"

namespace foreshock::cli {
namespace config_reference_impl {

struct Row {
  std::string key, value, range, help, variable;
  bool live;
};

std::string range_of(const OptionRow& row) {
  if (row.min == row.max) return std::string(row.unit);
  return fmt::format("{}..{} {}", row.min, row.max, row.unit);
}

std::vector<Row> rows() {
  std::vector<Row> out;
  Config defaults;
  for (const ConfigSection& section : config_sections()) {
    const void* target = section.of(defaults);
    const std::string prefix =
        section.name.empty() ? "" : fmt::format("{}{}.", section.name, section.is_list ? "[]" : "");
    for (const OptionRow& row : section.options)
      out.push_back({prefix + std::string(row.name), show_option(row, target), range_of(row),
                     std::string(row.help), section.is_list ? "" : variable_of(section.name, row.name),
                     section.live});
  }
  return out;
}

int print_json() {
  nlohmann::json out = nlohmann::json::array();
  for (const Row& row : rows())
    out.push_back({{"key", row.key},
                   {"default", row.value},
                   {"range", row.range},
                   {"help", row.help},
                   {"environment", row.variable},
                   {"reload", row.live}});
  fmt::print("{}\n", out.dump(2));
  return exit_done;
}

int print_table() {
  report::Table table({{"key"}, {"default"}, {"unit or range"}, {"taken"}, {"meaning"}});
  for (const Row& row : rows())
    table.add({row.key, row.value, row.range, row.live ? "reload" : "start", row.help});
  fmt::print("{}", table.text());
  fmt::print(
      "\nEach key outside a list may also be set in the environment: timeouts.idle is "
      "FORESHOCK_TIMEOUTS_IDLE.\nWhat is taken at a reload holds when the file is read again (SIGHUP); the "
      "rest at the "
      "next start.\n");
  return exit_done;
}

}  // namespace config_reference_impl

void add_config(CLI::App& app, Run& run) {
  CLI::App* config = app.add_subcommand("config", "About the configuration file.");
  config->require_subcommand(1);
  const auto json = std::make_shared<bool>(false);
  CLI::App* reference =
      config->add_subcommand("reference", "Print every option with its default, range and meaning.");
  reference->add_flag("--json", *json, "Machine-readable output.");
  reference->callback([json, &run] {
    run = [json] {
      return *json ? config_reference_impl::print_json() : config_reference_impl::print_table();
    };
  });
}

}  // namespace foreshock::cli
