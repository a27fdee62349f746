#pragma once
// A server of metrics (Prometheus, or one that answers like it) as a source: where it is and how it is asked.
#include <string>

#include "core/option.h"
#include "core/result.h"
#include "wire/url.h"

namespace foreshock::collect {

struct SourceOptions {
  std::string name;
  std::string prometheus;
  std::string match;  // {job="vllm"}: what every metric must have besides; empty: nothing
  std::string replica_label = "instance", model_label = "model_name";
  Duration every = std::chrono::seconds(30);
  Duration window = std::chrono::minutes(2);
  Duration timeout = std::chrono::seconds(30);
  bool latency = true;
  std::string user, password, token;
  std::string ca_file;
  bool verify = true;
};
OptionSet source_options();

// Where that is: http://…, https://…, prometheus://… (http, port 9090 unless it has one) or
// prometheus+https://…. Errors: bad_config.
Result<wire::Url> source_url(std::string_view text);
// Whether all of it can be used. Errors: bad_config, which name no secret.
Result<void> check_source(const SourceOptions& options);

}  // namespace foreshock::collect
