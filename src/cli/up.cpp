// foreshock up: everything in one process.
#include <cstdio>

#include <fmt/format.h>
#include <sys/resource.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/demo.h"
#include "cli/failure.h"
#include "cli/service.h"
#include "cli/service_notice.h"
#include "cli/stop_signal.h"
#include "cli/upgrade.h"
#include "core/log.h"

namespace foreshock::cli {
namespace up_impl {

struct Arguments {
  std::string file, listen, console, data_dir, mode;
  std::vector<std::string> backends;
  bool no_load = false, demo = false, wait = false;
};

// What the demo does otherwise than it was told to is said.
Result<void> set_up_demo(const Arguments& arguments, Config& config) {
  std::optional<Autonomy> mode;
  if (!arguments.mode.empty()) {
    if (const auto read = parse_value(arguments.mode, mode.emplace()); !read)
      return fail(read.error().at("--mode"));
  }
  for (const std::string& key : set_for_demo(config, mode))
    log::warn("demo", fmt::format("the demo has its own {}: what you configured does not hold here", key));
  return {};
}

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
  if (!arguments.file.empty() && !arguments.demo && config.gateway.backends.empty())
    log::warn("cli",
              fmt::format("{} names no backend: a simulated engine makes up the answers", arguments.file));
  if (arguments.demo) {
    if (!config.gateway.backends.empty())
      return fail(Code::bad_usage, "the demo brings its own backends",
                  "Leave out the backends, or the demo.");
    FORESHOCK_CHECK(set_up_demo(arguments, config));
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

void reload(const Arguments& arguments, Service& service) {
  tell_service_manager(reloading_notice());
  auto config = configure(arguments);
  Result<void> taken;
  if (!config)
    taken = fail(config.error());
  else
    taken = service.reload(*std::move(config));
  if (!taken) log::error("cli", fmt::format("the configuration is left as it was: {}", taken.error().text()));
  tell_service_manager("READY=1");
}

// Starts with what another program left, or with nothing.
Result<std::unique_ptr<Service>> start(const Arguments& arguments, Config config,
                                       std::vector<FileDescriptor> listeners = {},
                                       uint64_t first_observation = 0) {
  const bool looks_around = !arguments.no_load && arguments.file.empty();
  return Service::start({std::move(config), looks_around, arguments.demo, arguments.wait,
                         std::move(listeners), first_observation});
}

Result<std::unique_ptr<Service>> start_anew(const Arguments& arguments) {
  FORESHOCK_TRY(Config config, configure(arguments));
  return start(arguments, std::move(config));
}

Result<std::unique_ptr<Service>> start_in_place_of(Predecessor& before, const Arguments& arguments) {
  FORESHOCK_TRY(Config config, configure(arguments));
  FORESHOCK_TRY(const uint64_t first_observation, before.take_place());
  FORESHOCK_TRY(auto service, start(arguments, std::move(config), before.listeners(), first_observation));
  before.say_serving();
  service->keep_place();
  return service;
}

// What SERVICE still serves ends, unless somebody does not want to wait for it.
void see_out(const Service& service) {
  while (!service.deserted())
    if (wait_for_service_signal(std::chrono::milliseconds(200)) == Asked::stop) break;
  if (const uint64_t count = service.unmeasured())
    log::warn("cli", fmt::format("{} requests ended here after another program served: not measured", count));
}

// Whether another program serves now. Where it does not, SERVICE is one that does: the old one, or another.
Result<void> give_place(const Command& command, const Arguments& arguments,
                        std::unique_ptr<Service>& service) {
  if (arguments.demo)
    return fail(Code::unsupported, "a demo gives its place to nobody", "Stop it, and start the new one.");
  FORESHOCK_TRY(auto listeners, service->listeners());
  FORESHOCK_TRY(auto kept, service->listeners());
  FORESHOCK_TRY(Successor successor, Successor::start(command, std::move(listeners)));
  FORESHOCK_CHECK(successor.wait_until_ready());
  Config config = service->config();
  const uint64_t next_observation = service->give_place();
  successor.give_place(next_observation);
  const auto serving = successor.wait_until_serving();
  if (serving) {
    log::info("cli", fmt::format("process {} serves now; what runs here ends", successor.process()));
    tell_service_manager(fmt::format("MAINPID={}", successor.process()));
    return {};
  }
  auto again = start(arguments, std::move(config), std::move(kept), next_observation);
  if (again) {
    service = *std::move(again);
    service->keep_place();
  } else {
    service.reset();
  }
  return serving;
}

// Until it is to stop, or another program has its place.
int serve(const Command& command, const Arguments& arguments, std::unique_ptr<Service> service) {
  for (;;) {
    const Asked asked = wait_for_service_signal();
    if (asked == Asked::stop) break;
    if (asked == Asked::reload) {
      reload(arguments, *service);
      continue;
    }
    const auto given = give_place(command, arguments, service);
    if (given) return see_out(*service), exit_done;
    if (!service) return report_failure(given.error());
    log::error("cli", fmt::format("no other program serves in this one's place: {}", given.error().text()));
  }
  log::info("cli", "stopping: running answers may end");
  tell_service_manager("STOPPING=1");
  return exit_done;
}

int run(const Arguments& arguments) {
  const Command command = Command::of_this_process();
  auto before = Predecessor::of_environment();
  hold_service_signals();
  raise_descriptor_limit();
  auto service = before ? start_in_place_of(*before, arguments) : start_anew(arguments);
  if (!service) return report_failure(service.error());
  fmt::print("gateway {}\nconsole {}\n", (*service)->gateway_url(), (*service)->console_url());
  if (const auto demo = (*service)->demo_autonomy())
    fmt::print(
        "policy {} (--mode suggest: it waits for your word; observe: it turns nothing; act: it acts)\n",
        name_of(*demo));
  std::fflush(stdout);
  tell_service_manager("READY=1");
  return serve(command, arguments, *std::move(service));
}

void add_shared(CLI::App& command, Arguments& arguments) {
  command.add_option("-c,--config", arguments.file,
                     "Configuration file (foreshock config reference lists its keys).");
  command.add_option(
      "--listen", arguments.listen,
      "Where the gateway listens (default 127.0.0.1:8400; port 0: a free one; unix:/path: a socket).");
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
  command->add_option("--mode", arguments->mode,
                      "What its policy may do: act (unless given or configured), suggest or observe.");
  command->add_flag("--wait", arguments->wait, "It goes wrong when the console's button is pressed.");
  command->callback([arguments, &run] { run = [arguments] { return up_impl::run(*arguments); }; });
}

}  // namespace foreshock::cli
