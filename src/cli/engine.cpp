// foreshock engine sim: the simulated engine by itself.
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/stop_signal.h"
#include "core/catalog.h"
#include "enginesim/server.h"
#include "net/io.h"

namespace foreshock::cli {
namespace engine_impl {

struct Arguments {
  std::string listen = "127.0.0.1:8000";
  std::vector<std::string> settings;
};

// "max_running=8": one row of the engine's table.
Result<void> apply(const std::string& setting, enginesim::SimulatedEngineOptions& options) {
  const auto rows = enginesim::simulated_engine_options();
  const size_t equals = setting.find('=');
  if (equals == std::string::npos)
    return fail(Code::bad_usage, fmt::format("--set needs NAME=VALUE, found '{}'", setting));
  const std::string name = setting.substr(0, equals);
  const OptionRow* row = find_by_name(rows, name);
  if (row == nullptr)
    return fail(
        Code::bad_usage,
        fmt::format("the simulated engine has no option '{}'.{}", name, did_you_mean(name, names_of(rows))),
        fmt::format("One of: {}.", fmt::join(names_of(rows), ", ")));
  const auto set = set_option(*row, &options, std::string_view(setting).substr(equals + 1));
  if (!set) return fail(set.error().at(name));
  return {};
}

Result<void> serve(const Arguments& arguments) {
  enginesim::SimulatedEngineOptions options;
  for (const std::string& setting : arguments.settings) FORESHOCK_CHECK(apply(setting, options));
  FORESHOCK_TRY(const net::Address address, net::parse_address(arguments.listen));
  hold_stop_signals();
  const RealClock clock;
  net::IoThread io;
  FORESHOCK_TRY(const auto engine, enginesim::SimulatedEngine::start(io, address, options, clock));
  fmt::print("engine http://{}\n", net::to_text(engine->address()));
  std::fflush(stdout);
  wait_for_stop_signal();
  return {};
}

int run(const Arguments& arguments) {
  const auto served = serve(arguments);
  return served ? exit_done : report_failure(served.error());
}

}  // namespace engine_impl

void add_engine(CLI::App& app, Run& run) {
  CLI::App* engine = app.add_subcommand("engine", "Engines of our own.");
  engine->require_subcommand(1);
  const auto arguments = std::make_shared<engine_impl::Arguments>();
  CLI::App* sim = engine->add_subcommand(
      "sim", "The simulated engine: an OpenAI-compatible server with a model of batching and KV cache.");
  sim->add_option("--listen", arguments->listen, "Where it listens; port 0 takes a free one.")
      ->capture_default_str();
  sim->add_option("--set", arguments->settings,
                  "NAME=VALUE: an option of the engine, such as max_running=8; may be given more than once.");
  sim->callback([arguments, &run] { run = [arguments] { return engine_impl::run(*arguments); }; });
}

}  // namespace foreshock::cli
