// foreshock engine sim: simulated engines by themselves.
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/stop_signal.h"
#include "core/catalog.h"
#include "enginesim/fixed_planner.h"
#include "enginesim/preset_spec.h"
#include "enginesim/served_replica.h"
#include "enginesim/server.h"
#include "net/io.h"

namespace foreshock::cli {
namespace engine_impl {

constexpr int64_t most_replicas = 1000;

struct Arguments {
  std::string listen = "127.0.0.1:8000";
  std::vector<std::string> settings;
  std::optional<std::string> preset;
  std::vector<std::string> dials;
  bool healthy_shares = false;
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

// One row of the engine's table.
Result<void> apply(const std::string& text, enginesim::SimulatedEngineOptions& options) {
  const auto rows = enginesim::simulated_engine_options();
  FORESHOCK_TRY(const Setting setting, parse_setting("--set", text));
  const auto& [name, value] = setting;
  const OptionRow* row = find_by_name(rows, name);
  if (row == nullptr)
    return fail(
        Code::bad_usage,
        fmt::format("the simulated engine has no option '{}'.{}", name, did_you_mean(name, names_of(rows))),
        fmt::format("One of: {}.", fmt::join(names_of(rows), ", ")));
  const auto set = set_option(*row, &options, value);
  if (!set) return fail(set.error().at(name));
  return {};
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

struct Replica {
  std::unique_ptr<enginesim::FixedPlanner> planner;
  std::unique_ptr<enginesim::ServedReplica> served;
};

Result<Replica> start_replica(net::IoThread& io, const net::Address& address, uint64_t number,
                              const enginesim::VirtualSpec& spec, const enginesim::FixedDials& dials,
                              const Clock& clock) {
  enginesim::ServedReplicaOptions options;
  options.spec = spec;
  options.spec.seed = enginesim::mixed(spec.seed, number);
  options.name = fmt::format("replica-{}", number);
  options.restarts_when_full = true;
  Replica replica;
  replica.planner = std::make_unique<enginesim::FixedPlanner>(dials, options.spec);
  FORESHOCK_TRY(replica.served,
                enginesim::ServedReplica::start(io, address, options, *replica.planner, clock));
  io.post([served = replica.served.get(), dials] {
    served->change([&](auto& model, double now, auto& out) { dials.turn(model, now, out); });
  });
  return replica;
}

Result<void> serve_replicas(const Arguments& arguments, net::Address address) {
  if (address.port != 0 && address.port + arguments.replicas - 1 > UINT16_MAX)
    return fail(Code::bad_usage,
                fmt::format("no {} ports follow {}", arguments.replicas, net::to_text(address)),
                "Choose a lower one with --listen, or 0 for free ones.");
  FORESHOCK_TRY(const enginesim::Preset preset, preset_of(arguments));
  FORESHOCK_TRY(const enginesim::FixedDials dials, dials_of(arguments));
  const enginesim::VirtualSpec spec = dials.adjusted(enginesim::spec_of(preset));
  hold_stop_signals();
  const RealClock clock;
  net::IoThread io;
  std::vector<Replica> replicas;
  for (int64_t i = 0; i < arguments.replicas; ++i) {
    FORESHOCK_TRY(Replica replica,
                  start_replica(io, address, static_cast<uint64_t>(i + 1), spec, dials, clock));
    replicas.push_back(std::move(replica));
    if (address.port != 0) ++address.port;
  }
  for (const Replica& replica : replicas) print_address(replica.served->address());
  wait_for_end();
  return {};
}

Result<void> serve(const Arguments& arguments) {
  FORESHOCK_TRY(const net::Address address, net::parse_address(arguments.listen));
  const bool of_stories = arguments.preset || arguments.healthy_shares || !arguments.dials.empty();
  if (of_stories && !arguments.settings.empty())
    return fail(Code::bad_usage, "--set goes with none of --preset, --dial and --healthy-shares",
                "Without them it sets an option of the engine that works token by token.");
  if (of_stories) return serve_replicas(arguments, address);
  if (arguments.replicas == 1) return serve_engine(arguments, address);
  return fail(Code::bad_usage, "--replicas needs --preset or --dial", "Add --preset large.");
}

int run(const Arguments& arguments) {
  const auto served = serve(arguments);
  return served ? exit_done : report_failure(served.error());
}

}  // namespace engine_impl

void add_engine(CLI::App& app, Run& run) {
  using engine_impl::Arguments;
  CLI::App* engine = app.add_subcommand("engine", "Engines of our own.");
  engine->require_subcommand(1);
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* sim = engine->add_subcommand(
      "sim",
      "A simulated OpenAI-compatible engine. By default one that works token by token, with batching and KV "
      "cache; with --preset or --dial the replicas that stories play on, with faults that stay on. Chances "
      "of "
      "errors and flaws are 0 unless --dial sets them.");
  sim->add_option("--listen", arguments->listen,
                  "Where it listens; port 0 takes a free one. More replicas take the ports after it.")
      ->capture_default_str();
  sim->add_option("--set", arguments->settings,
                  "NAME=VALUE: an option of the engine that works token by token, such as max_running=8; may "
                  "be given more than once.");
  sim->add_option("--preset", arguments->preset,
                  "How fast the replicas are: large (unless said), l4, a10g or mi300x.");
  sim->add_option("--dial", arguments->dials,
                  "NAME=VALUE: a fault of `foreshock list dials`, such as error.5xx=0.1; may be given more "
                  "than once.");
  sim->add_flag("--healthy-shares", arguments->healthy_shares,
                "With the errors and flaws of a healthy engine, as in stories: 0.2 % errors, 2 % cut at the "
                "token limit, and so on; `foreshock list dials` has them all.");
  sim->add_option("--replicas", arguments->replicas,
                  "How many of them, one address each; with --preset or --dial.")
      ->check(CLI::Range(int64_t{1}, engine_impl::most_replicas))
      ->capture_default_str();
  sim->callback([arguments, &run] { run = [arguments] { return engine_impl::run(*arguments); }; });
}

}  // namespace foreshock::cli
