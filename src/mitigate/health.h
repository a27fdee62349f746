#pragma once
// Whether a backend passes the checks that are made of it from time to time. One thread tells, any may ask;
// no locks.
#include <atomic>

#include "core/option.h"

namespace foreshock::mitigate {

struct HealthOptions {
  Duration interval = std::chrono::seconds(5);
  Duration timeout = std::chrono::seconds(2);
  int64_t healthy_after = 2;
  int64_t unhealthy_after = 3;
  int64_t status = 0;
};
OptionSet health_options();

class Health {
 public:
  // OPTIONS.unhealthy_after checks in a row that fail make it unwell, OPTIONS.healthy_after that pass make it
  // well again; at first it is well. Whether that changed.
  bool note(bool passed, const HealthOptions& options);
  bool is_well() const { return well_; }

 private:
  std::atomic<bool> well_{true};
  int64_t against_ = 0;  // checks in a row that say otherwise
};

}  // namespace foreshock::mitigate
