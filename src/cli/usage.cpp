#include "cli/usage.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/catalog.h"
#include "core/shown.h"

namespace foreshock::cli {
namespace usage_impl {

// The last command on the line that is known.
CLI::App& last_command(CLI::App& app) {
  CLI::App* last = &app;
  for (auto found = app.get_subcommands(); !found.empty(); found = last->get_subcommands())
    last = found.front();
  return *last;
}

// "foreshock engine"
std::string path_of(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent == nullptr ? app.get_name() : fmt::format("{} {}", path_of(*parent), app.get_name());
}

}  // namespace usage_impl

std::optional<Error> usage_error(CLI::App& app) {
  CLI::App& last = usage_impl::last_command(app);
  const auto commands = last.get_subcommands([](const CLI::App*) { return true; });
  if (commands.empty()) return std::nullopt;
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string path = usage_impl::path_of(last);
  const std::string hint =
      fmt::format("Commands: {}; '{} COMMAND --help' tells more.", fmt::join(known, ", "), path);
  const auto extra = app.remaining(true);
  if (extra.empty()) return Error(Code::bad_usage, fmt::format("'{}' needs a command", path), hint);
  const bool is_option = extra.front().starts_with('-');
  return Error(Code::bad_usage,
               fmt::format("unknown {} '{}'.{}", is_option ? "option" : "command", shown(extra.front()),
                           is_option ? "" : did_you_mean(extra.front(), known)),
               hint);
}

}  // namespace foreshock::cli
