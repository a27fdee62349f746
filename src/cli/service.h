#pragma once
// Gateway, store and console in one process; without a backend, a simulated engine and a light load too.
#include <memory>
#include <string>

#include "cli/analysis.h"
#include "cli/config.h"
#include "console/console.h"

namespace foreshock::cli {

struct ServiceOptions {
  Config config;
  bool light_load = true;   // on the simulated engine, when that is the backend
  bool demo = false;        // on the replicas of the demo, whose users it brings
  bool demo_waits = false;  // until somebody begins it
};

class Service {
 public:
  // Errors: bad_config, io, newer_format: whatever keeps a part from starting.
  static Result<std::unique_ptr<Service>> start(ServiceOptions options);
  // Lets running answers end (timeouts.drain), flushes, stops.
  ~Service();

  std::string gateway_url() const;
  std::string console_url() const;

 private:
  struct Parts;
  Result<void> open_store(const Config& config);
  void start_analysis(const Config& config, Teach teach);
  Result<void> start_demo(std::vector<gateway::BackendOptions>& backends);
  Result<void> start_engine(std::vector<gateway::BackendOptions>& backends);
  Result<void> start_gateway(const gateway::GatewayOptions& options);
  void start_collector(const Config& config);
  Result<void> start_console(const std::string& listen);
  Result<void> start_load();
  console::Status status() const;
  explicit Service(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace foreshock::cli
