// foreshock check: tries a configuration without running it.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/config.h"
#include "cli/failure.h"
#include "cli/tls_files.h"

namespace foreshock::cli {
namespace check_impl {

struct Arguments {
  std::string file;
  bool json = false;
};

struct Checked {
  Config config;
  std::vector<std::string> warnings;
};

Result<Checked> check(const std::string& file) {
  FORESHOCK_TRY(Config config, read_config(file));
  auto warnings = check_tls_files(config);
  if (!warnings) return fail(warnings.error().at(file));
  if (config.gateway.backends.empty())
    warnings->push_back("no backend is named: a simulated engine would make up the answers");
  return Checked{std::move(config), *std::move(warnings)};
}

int report_json(const Arguments& arguments, const Result<Checked>& config) {
  nlohmann::json out = {{"file", arguments.file}, {"good", config.has_value()}};
  if (config) {
    out["backends"] = config->config.gateway.backends.size();
    out["warnings"] = config->warnings;
  } else {
    out["error"] = {{"code", row_of(config.error().code()).name},
                    {"message", config.error().what()},
                    {"hint", config.error().hint()}};
  }
  fmt::print("{}\n", out.dump(2));
  return config ? exit_done : exit_bad_input;
}

int run(const Arguments& arguments) {
  const auto checked = check(arguments.file);
  if (arguments.json) return report_json(arguments, checked);
  if (!checked) return report_failure(checked.error());
  for (const std::string& warning : checked->warnings) fmt::print(stderr, "warning: {}\n", warning);
  const Config* const config = &checked->config;
  const size_t backends = config->gateway.backends.size();
  fmt::print("{} is good: {}, gateway on {}, console on {}, data in {}\n", arguments.file,
             backends == 0 ? "the simulated engine as backend"
                           : fmt::format("{} backend{}", backends, backends == 1 ? "" : "s"),
             config->gateway.listen, config->console.listen, config->store.data_dir);
  return exit_done;
}

}  // namespace check_impl

void add_check(CLI::App& app, Run& run) {
  const auto arguments = std::make_shared<check_impl::Arguments>();
  CLI::App* command = app.add_subcommand("check", "Try a configuration file without running it.");
  command->add_option("file", arguments->file, "The configuration file.")->required();
  command->add_flag("--json", arguments->json, "Machine-readable output.");
  command->callback([arguments, &run] { run = [arguments] { return check_impl::run(*arguments); }; });
}

}  // namespace foreshock::cli
