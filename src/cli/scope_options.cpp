#include "cli/scope_options.h"

#include <CLI/CLI.hpp>

namespace foreshock::cli {

void add_scope_options(CLI::App& command, ScopeArguments& scope) {
  CLI::Option* replica =
      command.add_option("--replica", scope.replica, "Only this backend; everywhere unless given.");
  CLI::Option* request_class =
      command.add_option("--class", scope.request_class, "Only this class of requests.");
  CLI::Option* model = command.add_option("--model", scope.model, "Only this model.");
  replica->excludes(request_class)->excludes(model);
  request_class->excludes(model);
}

void add_scope(const ScopeArguments& scope, nlohmann::json& body) {
  if (!scope.replica.empty()) body["scope"] = {{"replica", scope.replica}};
  if (!scope.request_class.empty()) body["scope"] = {{"class", scope.request_class}};
  if (!scope.model.empty()) body["scope"] = {{"model", scope.model}};
}

}  // namespace foreshock::cli
