#pragma once
#include <string>
#include <vector>

#include "collect/place_options.h"
#include "core/option.h"

namespace foreshock::collect {

struct CollectOptions {
  Duration every = std::chrono::seconds(1);
  Duration kv_every = std::chrono::milliseconds(100);
  Duration hits_every = std::chrono::milliseconds(500);
  Duration health_every = std::chrono::seconds(1);
  Duration identity_every = std::chrono::minutes(1);
  Duration timeout = std::chrono::seconds(2);
  Duration gpu_memory_every = std::chrono::milliseconds(200);
  Duration host_every = std::chrono::seconds(1);
  std::string nvml_library = "libnvidia-ml.so.1";
  std::vector<BackendPlace> places{};  // of the backends of the file
};
OptionSet collect_options();

}  // namespace foreshock::collect
