#pragma once
#include "core/option.h"

namespace foreshock::collect {

struct CollectOptions {
  Duration every = std::chrono::seconds(1);
  Duration kv_every = std::chrono::milliseconds(100);
  Duration hits_every = std::chrono::milliseconds(500);
  Duration health_every = std::chrono::seconds(1);
  Duration identity_every = std::chrono::minutes(1);
  Duration timeout = std::chrono::seconds(2);
};
OptionSet collect_options();

}  // namespace foreshock::collect
