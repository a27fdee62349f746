#pragma once
// What came out of a story, in a few numbers; an observation counts as often as it weighs.
#include <array>
#include <cmath>

#include "core/ports.h"

namespace foreshock::scenario {

class StorySummary final : public ObservationSink {
 public:
  void take(const Observation& observation) override;

  int64_t attempts() const { return std::llround(attempts_); }
  int64_t count(TerminalState state) const { return std::llround(states_[static_cast<size_t>(state)]); }
  const Sketch& first_token() const { return first_token_; }  // s from the request
  const Sketch& inter_token() const { return inter_token_; }  // s
  const Sketch& output_tokens() const { return output_tokens_; }

 private:
  double attempts_ = 0;
  std::array<double, terminal_state_count> states_{};
  Sketch first_token_, inter_token_, output_tokens_;
};

}  // namespace foreshock::scenario
