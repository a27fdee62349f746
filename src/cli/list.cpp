// foreshock list: every extension, from the catalogs.
#include <array>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "core/catalog.h"
#include "engine/adapter.h"
#include "enginesim/fixed_dials.h"
#include "enginesim/shared_settings.h"
#include "mitigate/policies.h"
#include "report/table.h"
#include "signals/signal.h"

namespace foreshock::cli {
namespace list_impl {

struct Entry {
  std::string name, detail, help;
  std::string where;  // of kinds that do not work everywhere
};

std::vector<Entry> signal_entries() {
  std::vector<Entry> out;
  for (const auto& kind : signals::signal_kinds())
    out.push_back({std::string(kind.name),
                   fmt::format("{}, {}", kind.spec.unit, name_of(kind.spec.direction)),
                   std::string(kind.spec.help), ""});
  return out;
}

std::vector<Entry> error_entries() {
  std::vector<Entry> out;
  for (const CodeRow& row : codes())
    out.push_back({std::string(row.name),
                   fmt::format("HTTP {}{}", row.http_status, row.retryable ? ", retryable" : ""),
                   std::string(row.hint), ""});
  return out;
}

std::vector<Entry> policy_entries() {
  std::vector<Entry> out;
  for (const mitigate::PolicyRow& row : mitigate::policies())
    out.push_back(
        {std::string(row.name),
         fmt::format("turns {}; answers {}", mitigate::spec_of(row.dial).name, fmt::join(row.causes, ", ")),
         std::string(row.help), ""});
  return out;
}

std::string healthy_text(const enginesim::Healthy& healthy) {
  switch (healthy.kind) {
    case enginesim::Healthy::Kind::value:
      return fmt::to_string(healthy.value);
    case enginesim::Healthy::Kind::off:
      return "off";
    case enginesim::Healthy::Kind::never:
      return "never";
    case enginesim::Healthy::Kind::story:
      return std::string(healthy.key);
  }
  return "";
}

std::string range_text(const enginesim::DialRow& dial) {
  if (dial.type == enginesim::DialType::flag) return "true";
  if (dial.type == enginesim::DialType::text) return "text";
  return fmt::format("{} to {} {}", dial.range.min, dial.range.max, dial.range.unit);
}

// R a request, E a replica, C clients and load, O what is observed; "C share" may be drawn by request, as all
// R may.
std::vector<Entry> dial_entries() {
  std::vector<Entry> out;
  for (const enginesim::DialRow& dial : enginesim::dials()) {
    const bool marked =
        dial.scope == enginesim::DialScope::clients && dial.share == enginesim::DialShare::of_requests;
    out.push_back({std::string(dial.name),
                   fmt::format("{}{}, {}, healthy {}", letter_of(dial.scope), marked ? " share" : "",
                               range_text(dial), healthy_text(dial.healthy)),
                   std::string(dial.effect),
                   enginesim::story_part_of(dial.dial).empty() ? "server" : "story"});
  }
  return out;
}

// What `foreshock engine sim --set` takes, with the value of the engine that works token by token.
std::vector<Entry> setting_entries() {
  const enginesim::SimulatedEngineOptions options;
  std::vector<Entry> out;
  for (const OptionRow& row : enginesim::simulated_engine_options()) {
    const std::string range =
        row.min < row.max ? fmt::format("{} to {} {}, ", row.min, row.max, row.unit) : std::string();
    out.push_back({std::string(row.name), fmt::format("{}default {}", range, show_option(row, &options)),
                   std::string(row.help), enginesim::is_shared_setting(row.name) ? "all" : "token by token"});
  }
  return out;
}

// The control surface of each engine: what can be set, when, and how.
std::vector<Entry> engine_entries() {
  std::vector<Entry> out;
  for (const engine::Adapter* adapter : engine::adapters())
    for (const engine::KnobRow& row : adapter->knobs)
      out.push_back({std::string(adapter->name), fmt::format("{}, {}", row.knob, name_of(row.reach)),
                     std::string(row.note), std::string(row.how)});
  return out;
}

std::vector<Entry> act_entries() {
  std::vector<Entry> out;
  for (const engine::Act& act : engine::acts()) {
    std::vector<std::string> parameters;
    for (const engine::Parameter& parameter : act.parameters)
      parameters.push_back(parameter.usual.empty() ? std::string(parameter.name)
                                                   : fmt::format("{}={}", parameter.name, parameter.usual));
    std::vector<std::string_view> engines;
    for (const engine::Adapter* adapter : engine::adapters())
      for (const engine::ActRow& row : adapter->acts)
        if (row.act == act.name) engines.push_back(adapter->name);
    out.push_back({std::string(act.name), fmt::format("{}", fmt::join(parameters, " ")),
                   std::string(act.help), fmt::format("{}", fmt::join(engines, ", "))});
  }
  return out;
}

struct Kind {
  std::string_view name;
  std::string_view help;
  std::vector<Entry> (*entries)();
};
constexpr std::array kinds = {
    Kind{"signals", "What is measured.", signal_entries},
    Kind{"errors", "What can go wrong, and what to do then.", error_entries},
    Kind{"policies", "What answers a cause; 'foreshock dial list' prints what they turn.", policy_entries},
    Kind{"engines", "What can be set on each engine: with each request, while it runs, when it starts.",
         engine_entries},
    Kind{"acts", "What `foreshock engine act` has an engine do.", act_entries},
    Kind{"dials", "What a story can turn; those of 'server' are for `foreshock engine sim --dial` too.",
         dial_entries},
    Kind{"settings", "What `foreshock engine sim --set` takes; those of 'all' with --preset and --dial too.",
         setting_entries},
};
static_assert(names_are_unique(kinds));

struct Arguments {
  std::string kind;
  bool json = false;
};

void print(const Kind& kind) {
  const std::vector<Entry> entries = kind.entries();
  const bool has_where = !entries.front().where.empty();
  std::vector<report::Column> columns = {{std::string(kind.name)}, {""}, {""}};
  if (has_where) columns.insert(columns.begin() + 2, {"where"});
  report::Table table(std::move(columns));
  for (const Entry& entry : entries)
    has_where ? table.add({entry.name, entry.detail, entry.where, entry.help})
              : table.add({entry.name, entry.detail, entry.help});
  fmt::print("{}\n", table.text());
}

nlohmann::json to_json(const Kind& kind) {
  nlohmann::json out = nlohmann::json::array();
  for (const Entry& entry : kind.entries()) {
    out.push_back({{"name", entry.name}, {"detail", entry.detail}, {"help", entry.help}});
    if (!entry.where.empty()) out.back()["where"] = entry.where;
  }
  return out;
}

int run(const Arguments& arguments) {
  const auto* chosen = find_by_name(std::span<const Kind>(kinds), arguments.kind);
  if (!arguments.kind.empty() && chosen == nullptr) {
    std::vector<std::string_view> names;
    names.reserve(kinds.size());
    for (const Kind& kind : kinds) names.push_back(kind.name);
    return report_failure(
        Error(Code::bad_usage,
              fmt::format("unknown kind '{}'.{}", arguments.kind, did_you_mean(arguments.kind, names)),
              fmt::format("One of: {}.", fmt::join(names, ", "))));
  }
  nlohmann::json json = nlohmann::json::object();
  for (const Kind& kind : kinds) {
    if (chosen != nullptr && chosen != &kind) continue;
    if (arguments.json)
      json[std::string(kind.name)] = to_json(kind);
    else
      print(kind);
  }
  if (arguments.json) fmt::print("{}\n", json.dump(2));
  return exit_done;
}

}  // namespace list_impl

void add_list(CLI::App& app, Run& run) {
  const auto arguments = std::make_shared<list_impl::Arguments>();
  CLI::App* command = app.add_subcommand("list", "Print every extension of a kind, or of all kinds.");
  command->add_option("kind", arguments->kind,
                      "signals, errors, policies, engines, acts, dials or settings.");
  command->add_flag("--json", arguments->json, "Machine-readable output.");
  command->callback([arguments, &run] { run = [arguments] { return list_impl::run(*arguments); }; });
}

}  // namespace foreshock::cli
