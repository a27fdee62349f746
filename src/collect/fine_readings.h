#pragma once
// What is read off a page many times a second: use and hits of the KV cache.
#include <string>
#include <vector>

#include "collect/readings.h"
#include "core/fine_sample.h"

namespace foreshock::collect {

// Of one backend.
class FineReadings {
 public:
  FineReadings(std::string replica, Duration hits_every)
      : replica_(std::move(replica)), hits_every_(hits_every) {}

  // Use of the KV cache, by layer too where the page tells it by a label `layer`; each HITS_EVERY the hits of
  // the prefix cache since then.
  std::vector<FineSample> read(std::string_view page, Instant at);
  // The highest use since this was asked last; nothing where none was read.
  std::optional<double> take_peak() { return std::exchange(peak_, std::nullopt); }
  void forget();

 private:
  const std::string replica_;
  const Duration hits_every_;
  Readings use_{{"kv_use"}}, hits_{{"engine_prefix_hit"}};
  Instant hits_read_at_;
  std::optional<double> peak_;
};

}  // namespace foreshock::collect
