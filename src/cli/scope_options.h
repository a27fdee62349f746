#pragma once
// --replica, --class and --model: where something holds.
#include <string>

#include <nlohmann/json.hpp>

namespace CLI {
class App;
}

namespace foreshock::cli {

struct ScopeArguments {
  std::string replica, request_class, model;
};

// At most one of them can be given.
void add_scope_options(CLI::App& command, ScopeArguments& scope);
// BODY["scope"], where one is given.
void add_scope(const ScopeArguments& scope, nlohmann::json& body);

}  // namespace foreshock::cli
