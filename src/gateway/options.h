#pragma once
// How the gateway is set up. The rows beside each struct feed the configuration file, the reference and the
// checks.
#include <string>
#include <vector>

#include "core/option.h"
#include "gateway/balance_options.h"
#include "gateway/client_keys.h"
#include "gateway/custom_signals.h"
#include "mitigate/breaker.h"
#include "mitigate/health.h"
#include "mitigate/outliers.h"
#include "mitigate/retry_budget.h"
#include "net/tls_context.h"

namespace foreshock::gateway {

struct BackendOptions {
  std::string name;
  std::string url;
  std::string kind = "auto";
  std::string api_key;
  double weight = 1;
  std::string ca_file;
  bool verify = true;
  std::string zone;
  int64_t max_in_flight = 0;
  std::string health = "auto";
};
OptionSet backend_options();

struct LimitOptions {
  Bytes request_body{64 << 20};
  Bytes all_bodies{512 << 20};
  Bytes request_head{64 << 10};
  Bytes slow_reader{256 << 10};
  int64_t streams = 100;
};
OptionSet limit_options();

struct QueueOptions {
  int64_t limit = 1024;
  Duration timeout = std::chrono::seconds(5);
};
OptionSet queue_options();

struct TimeoutOptions {
  Duration request{0};
  Duration connect = std::chrono::seconds(5);
  Duration first_byte = std::chrono::minutes(10);
  Duration idle = std::chrono::minutes(5);
  Duration comment = std::chrono::seconds(15);
  Duration client = std::chrono::seconds(75);
  Duration look_up = std::chrono::seconds(30);
  Duration pool = std::chrono::seconds(4);
  Duration drain = std::chrono::seconds(10);
};
OptionSet timeout_options();

// Of the models whose name MATCH is for; what is 0 is as the timeouts say.
struct ModelOptions {
  std::string match;
  Duration first_byte{0}, idle{0};
};
OptionSet model_options();

// Of the listener; without a file it speaks plain HTTP.
OptionSet tls_options();

struct GatewayOptions {
  std::string listen = "127.0.0.1:8400";
  int64_t threads = 0;  // 0: one a core
  std::string response_headers;
  net::TlsFiles tls;
  std::string zone;
  LimitOptions limits;
  TimeoutOptions timeouts;
  BalanceOptions balance;
  QueueOptions queue;
  mitigate::BreakerOptions breaker;
  mitigate::HealthOptions health;
  mitigate::OutlierOptions outliers;
  mitigate::RetryOptions retries;
  std::vector<BackendOptions> backends;
  std::vector<ModelOptions> models;
  std::vector<KeyOptions> keys;
  std::vector<CustomSignalOptions> signals;
};

}  // namespace foreshock::gateway
