#pragma once
// What a simple load is told.
#include <string>

#include "core/option.h"

namespace foreshock::bench {

struct LoadOptions {
  std::string url = "http://127.0.0.1:8400";
  std::string model;
  double rate = 0;
  int64_t concurrency = 1;
  Duration duration = std::chrono::seconds(30);
  int64_t prompt_words = 100;
  int64_t max_tokens = 128;
  bool stream = true;
  int64_t seed = 1;
};
OptionSet load_options();

}  // namespace foreshock::bench
