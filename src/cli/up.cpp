// foreshock up: everything in one process.
#include <cstdio>

#include <fmt/format.h>
#include <sys/resource.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/demo.h"
#include "cli/failure.h"
#include "cli/service.h"
#include "cli/stop_signal.h"
#include "core/log.h"

namespace foreshock::cli {
namespace up_impl {

struct Arguments {
  std::string file, listen, console, data_dir;
  std::vector<std::string> backends;
  bool no_load = false, demo = false, wait = false;
};

Result<Config> configure(const Arguments& arguments) {
  Config config;
  if (!arguments.file.empty()) {
    FORESHOCK_TRY(config, read_config(arguments.file));
  } else {
    FORESHOCK_CHECK(apply_environment(config));
  }
  if (!arguments.listen.empty()) config.gateway.listen = arguments.listen;
  if (!arguments.console.empty()) config.console.listen = arguments.console;
  if (!arguments.data_dir.empty()) config.store.data_dir = arguments.data_dir;
  for (const std::string& url : arguments.backends)
    config.gateway.backends.push_back(
        {fmt::format("backend-{}", config.gateway.backends.size() + 1), url, "auto", ""});
  if (arguments.demo) {
    if (!config.gateway.backends.empty())
      return fail(Code::bad_usage, "the demo brings its own backends",
                  "Leave out the backends, or the demo.");
    set_for_demo(config);
  }
  FORESHOCK_CHECK(check_config(config));
  return config;
}

// A connection takes two descriptors; the usual soft limit of 1,024 would end at 500 streams.
void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int run(const Arguments& arguments) {
  auto config = configure(arguments);
  if (!config) return report_failure(config.error());
  hold_stop_signals();
  raise_descriptor_limit();
  auto service = Service::start({*std::move(config), !arguments.no_load, arguments.demo, arguments.wait});
  if (!service) return report_failure(service.error());
  fmt::print("gateway {}\nconsole {}\n", (*service)->gateway_url(), (*service)->console_url());
  std::fflush(stdout);
  wait_for_stop_signal();
  log::info("cli", "stopping: running answers may end");
  return exit_done;
}

void add_shared(CLI::App& command, Arguments& arguments) {
  command.add_option("-c,--config", arguments.file,
                     "Configuration file (foreshock config reference lists its keys).");
  command.add_option("--listen", arguments.listen,
                     "Where the gateway listens (default 127.0.0.1:8400; port 0: a free one).");
  command.add_option("--console", arguments.console,
                     "Where the console listens (default 127.0.0.1:8401; port 0: a free one).");
  command.add_option("--data-dir", arguments.data_dir, "Folder of the store (default ./foreshock-data).");
}

}  // namespace up_impl

void add_up(CLI::App& app, Run& run) {
  const auto arguments = std::make_shared<up_impl::Arguments>();
  CLI::App* command = app.add_subcommand(
      "up", "Gateway, analysis and console in one process; without a backend, on a simulated engine.");
  command->add_option("--backend", arguments->backends, "Url of a backend; may be given more than once.");
  up_impl::add_shared(*command, *arguments);
  command->add_flag("--no-load", arguments->no_load, "Leave the simulated engine without its light load.");
  command->add_flag("--demo", arguments->demo, "What foreshock demo does.");
  command->callback([arguments, &run] { run = [arguments] { return up_impl::run(*arguments); }; });
}

void add_demo(CLI::App& app, Run& run) {
  const auto arguments = std::make_shared<up_impl::Arguments>();
  arguments->demo = true;
  arguments->data_dir = "./foreshock-demo";
  CLI::App* command = app.add_subcommand(
      "demo",
      "See it at work: simulated replicas go wrong after a minute; found, explained, answered, judged.");
  up_impl::add_shared(*command, *arguments);
  command->add_flag("--wait", arguments->wait, "It goes wrong when the console's button is pressed.");
  command->callback([arguments, &run] { run = [arguments] { return up_impl::run(*arguments); }; });
}

}  // namespace foreshock::cli
