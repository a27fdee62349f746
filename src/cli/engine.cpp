// foreshock engine sim: simulated engines by themselves.
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/engine_acts.h"
#include "cli/failure.h"
#include "cli/stop_signal.h"
#include "core/catalog.h"
#include "enginesim/dialed_replica.h"
#include "enginesim/preset_spec.h"
#include "enginesim/server.h"
#include "enginesim/shared_settings.h"
#include "net/io.h"

namespace foreshock::cli {
namespace engine_impl {

constexpr int64_t most_replicas = 1000;

struct Arguments {
  std::string listen = "127.0.0.1:8000";
  std::vector<std::string> settings;
  std::optional<std::string> preset;
  std::vector<std::string> dials;
  bool healthy_shares = false, any_model = false;
  int64_t replicas = 1;
};

struct Setting {
  std::string name, value;
};

// "max_running=8", of the option FLAG.
Result<Setting> parse_setting(std::string_view flag, const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos)
    return fail(Code::bad_usage, fmt::format("{} needs NAME=VALUE, found '{}'", flag, text));
  return Setting{text.substr(0, equals), text.substr(equals + 1)};
}

// Sets one row of the engine's table, which it returns.
Result<const OptionRow*> apply(const std::string& text, enginesim::SimulatedEngineOptions& options) {
  const auto rows = enginesim::simulated_engine_options();
  FORESHOCK_TRY(const Setting setting, parse_setting("--set", text));
  const auto& [name, value] = setting;
  const OptionRow* row = find_by_name(rows, name);
  if (row == nullptr)
    return fail(Code::bad_usage,
                fmt::format("there is no setting '{}'.{}", name, did_you_mean(name, names_of(rows))),
                "`foreshock list settings` has them all.");
  const auto set = set_option(*row, &options, value);
  if (!set) return fail(set.error().at(name));
  return row;
}

void print_address(const net::Address& address) {
  fmt::print("engine http://{}\n", net::to_text(address));
}

void wait_for_end() {
  std::fflush(stdout);
  wait_for_stop_signal();
}

Result<void> serve_engine(const Arguments& arguments, const net::Address& address) {
  enginesim::SimulatedEngineOptions options;
  for (const std::string& setting : arguments.settings) FORESHOCK_CHECK(apply(setting, options));
  options.any_model = arguments.any_model;
  hold_stop_signals();
  const RealClock clock;
  net::IoThread io;
  FORESHOCK_TRY(const auto engine, enginesim::SimulatedEngine::start(io, address, options, clock));
  print_address(engine->address());
  wait_for_end();
  return {};
}

Result<enginesim::Preset> preset_of(const Arguments& arguments) {
  const std::string name = arguments.preset.value_or("large");
  std::vector<std::string_view> names;
  for (const enginesim::Preset& preset : enginesim::presets) {
    if (preset.name == name) return preset;
    names.push_back(preset.name);
  }
  return fail(Code::bad_usage, fmt::format("there is no preset '{}'.{}", name, did_you_mean(name, names)),
              fmt::format("One of: {}.", fmt::join(names, ", ")));
}

Result<enginesim::FixedDials> dials_of(const Arguments& arguments) {
  enginesim::FixedDials dials;
  for (const std::string& text : arguments.dials) {
    FORESHOCK_TRY(const Setting setting, parse_setting("--dial", text));
    FORESHOCK_CHECK(dials.set(setting.name, setting.value));
  }
  if (arguments.healthy_shares) dials.set_healthy_shares();
  return dials;
}

// What all replicas share.
Result<enginesim::ServedReplicaOptions> replica_options(const Arguments& arguments) {
  FORESHOCK_TRY(const enginesim::Preset preset, preset_of(arguments));
  enginesim::ServedReplicaOptions options;
  options.spec = enginesim::spec_of(preset);
  options.any_model = arguments.any_model;
  enginesim::SimulatedEngineOptions settings;
  for (const std::string& text : arguments.settings) {
    FORESHOCK_TRY(const OptionRow* row, apply(text, settings));
    if (!enginesim::is_shared_setting(row->name))
      return fail(
          Code::bad_usage,
          fmt::format("'{}' is a setting of the engine that works token by token only", row->name),
          "`foreshock list settings` says which ones --preset, --dial, --healthy-shares and --replicas "
          "go with.");
    enginesim::share_setting(row->name, settings, options);
  }
  return options;
}

Result<void> serve_replicas(const Arguments& arguments, net::Address address) {
  if (address.port != 0 && address.port + arguments.replicas - 1 > UINT16_MAX)
    return fail(Code::bad_usage,
                fmt::format("no {} ports follow {}", arguments.replicas, net::to_text(address)),
                "Choose a lower one with --listen, or 0 for free ones.");
  FORESHOCK_TRY(const enginesim::ServedReplicaOptions shared, replica_options(arguments));
  FORESHOCK_TRY(const enginesim::FixedDials dials, dials_of(arguments));
  hold_stop_signals();
  const RealClock clock;
  net::IoThread io;
  std::vector<std::unique_ptr<enginesim::DialedReplica>> replicas;
  for (int64_t number = 1; number <= arguments.replicas; ++number) {
    enginesim::ServedReplicaOptions options = shared;
    options.spec.seed = enginesim::mixed(shared.spec.seed, static_cast<uint64_t>(number));
    options.name = fmt::format("replica-{}", number);
    FORESHOCK_TRY(auto replica, enginesim::DialedReplica::start(io, address, options, dials, clock));
    replicas.push_back(std::move(replica));
    if (address.port != 0) ++address.port;
  }
  for (const auto& replica : replicas) print_address(replica->address());
  wait_for_end();
  return {};
}

Result<void> serve(const Arguments& arguments) {
  FORESHOCK_TRY(const net::Address address, net::parse_address(arguments.listen));
  const bool of_stories =
      arguments.preset || arguments.healthy_shares || !arguments.dials.empty() || arguments.replicas > 1;
  return of_stories ? serve_replicas(arguments, address) : serve_engine(arguments, address);
}

int run(const Arguments& arguments) {
  const auto served = serve(arguments);
  return served ? exit_done : report_failure(served.error());
}

void add_replica_options(CLI::App& sim, Arguments& arguments) {
  sim.add_option("--preset", arguments.preset,
                 "How fast the replicas are: large (unless said), l4, a10g or mi300x.");
  sim.add_option(
      "--dial", arguments.dials,
      "NAME=VALUE: a fault of `foreshock list dials`, such as error.5xx=0.1; may be given more than "
      "once.");
  sim.add_flag("--healthy-shares", arguments.healthy_shares,
               "With the errors and flaws of a healthy engine, as in stories: 0.2 % errors, 2 % cut at the "
               "token limit, and so on; `foreshock list dials` has them all.");
  sim.add_option("--replicas", arguments.replicas, "How many replicas, one address each.")
      ->check(CLI::Range(int64_t{1}, most_replicas))
      ->capture_default_str();
}

}  // namespace engine_impl

void add_engine(CLI::App& app, Run& run) {
  using engine_impl::Arguments;
  CLI::App* engine = app.add_subcommand("engine", "Engines: those of a running service, and one of our own.");
  engine->require_subcommand(1);
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* sim = engine->add_subcommand(
      "sim",
      "A simulated OpenAI-compatible engine. By default one that works token by token, with batching and KV "
      "cache; with --preset or --dial the replicas that stories play on, with faults that can be turned "
      "while they serve: curl -d '{\"error.5xx\": 0.1}' http://ADDRESS/dials. Chances of errors and flaws "
      "are 0 unless a dial sets them.");
  sim->add_option("--listen", arguments->listen,
                  "Where it listens; port 0 takes a free one. More replicas take the ports after it.")
      ->capture_default_str();
  sim->add_option(
      "--set", arguments->settings,
      fmt::format("NAME=VALUE: a setting of `foreshock list settings`, such as max_running=8; may be "
                  "given more than once. One of: {}.",
                  fmt::join(names_of(enginesim::simulated_engine_options()), ", ")));
  sim->add_flag("--any-model", arguments->any_model,
                "Serves every model name; else others than its own (see --set model) get 404.");
  engine_impl::add_replica_options(*sim, *arguments);
  sim->callback([arguments, &run] { run = [arguments] { return engine_impl::run(*arguments); }; });
  add_engine_acts(*engine, run);
}

}  // namespace foreshock::cli
