#pragma once
// Gateway, store and console in one process; without a backend, a simulated engine and a light load too.
#include <memory>
#include <string>

#include "cli/analysis.h"
#include "cli/config.h"
#include "console/console.h"
#include "core/file_descriptor.h"

namespace foreshock::cli {

struct ServiceOptions {
  Config config;
  bool light_load = true;                   // on the simulated engine, when that is the backend
  bool demo = false;                        // on the replicas of the demo, whose users it brings
  bool demo_waits = false;                  // until somebody begins it
  std::vector<FileDescriptor> listeners{};  // of the gateway, from a program that gives its place
  uint64_t first_observation = 0;           // at least
};

class Service {
 public:
  // Errors: bad_config, io, newer_format: whatever keeps a part from starting.
  static Result<std::unique_ptr<Service>> start(ServiceOptions options);
  // Lets running answers end (timeouts.drain), flushes, stops.
  ~Service();

  // Takes CONFIG in place of the one it has: the gateway with all that is its own, and what is collected.
  // What else changed holds from the next start on, and a warning says so. Running streams end as they began.
  // Errors as start(); then nothing has changed. From the thread that started it.
  Result<void> reload(Config config);

  // As it was given, or taken by reload.
  Config config() const;

  // Of the gateway, for a program that takes its place. Errors: io.
  Result<std::vector<FileDescriptor>> listeners() const;
  // Lets go of the data folder and of the console, and takes no more connections; those it has are served,
  // and no longer measured. The id of the next observation.
  uint64_t give_place();
  // After that: no connection is left, and so many requests were served and not measured.
  bool deserted() const;
  uint64_t unmeasured() const;
  // The program that it had its listeners from has given its place for good.
  void keep_place();

  std::string gateway_url() const;
  std::string console_url() const;
  std::optional<Autonomy> demo_autonomy() const;  // of its policy; nothing: no demo is played

 private:
  struct Parts;
  Result<void> open_store(const Config& config);
  void start_analysis(const Config& config, Teach teach);
  Result<void> start_demo(Config& config);
  Result<void> start_engine(std::vector<gateway::BackendOptions>& backends);
  Result<void> start_gateway(const gateway::GatewayOptions& options, uint64_t first_observation,
                             std::vector<FileDescriptor> listeners);
  void start_collector(const Config& config);
  Result<void> start_console(const console::ConsoleOptions& options);
  Result<void> start_load();
  console::Status status() const;
  std::vector<std::string> replicas() const;
  explicit Service(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace foreshock::cli
