#include "signals/lumps.h"

namespace foreshock::signals {
namespace lumps_impl {

constexpr Duration pause = std::chrono::milliseconds(500);
constexpr int64_t fewest_runs = 3;
constexpr int64_t fewest_tokens = 20;  // of a run; drafts have 16 at most

}  // namespace lumps_impl

void Lumps::on_token(Instant now) {
  if (tokens_ == 0) first_ = last_ = now;
  const Duration gap = now - last_;
  const bool begins = tokens_ == 0 || gap >= lumps_impl::pause;
  if (begins) {
    ++runs_;
    paused_ += gap;
  }
  ++tokens_;
  last_ = now;
  if (runs_ == 1) ++first_run_;
}

bool Lumps::came() const {
  using namespace lumps_impl;
  return runs_ >= fewest_runs && first_run_ >= fewest_tokens && tokens_ >= runs_ * fewest_tokens &&
         (last_ - first_ - paused_) * 10 <= last_ - first_;
}

}  // namespace foreshock::signals
