#pragma once
#include "core/option.h"

namespace foreshock::collect {

struct CollectOptions {
  Duration every = std::chrono::seconds(1);
  Duration health_every = std::chrono::seconds(1);
  Duration timeout = std::chrono::seconds(2);
};
OptionSet collect_options();

}  // namespace foreshock::collect
