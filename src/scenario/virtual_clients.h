#pragma once
// What clients do when an answer is late, fails or is bad.
#include <optional>

#include "core/observation.h"
#include "scenario/story_load.h"

namespace foreshock::scenario {

// Whether an attempt that ended so may be made again: not one that was answered or refused as bad, nor one
// whose answer broke after it had begun, unless the client itself left it.
bool may_retry(TerminalState state, int status);

class VirtualClients {
 public:
  explicit VirtualClients(const Clients& clients) : clients_(clients) {}

  // When an attempt that began at AT is given up; TIMEOUT is that of an attempt, FIRST_AT the time of the
  // first one: patience counts from there.
  double gives_up_at(double at, double first_at, double timeout) const;
  bool out_of_patience(double now, double first_at) const;
  // When the attempt after MADE failed ones begins; nothing: none does. DRAW: 0 to 1, spreads the waits.
  std::optional<double> retry_at(int64_t made, double now, double first_at, double draw) const;
  // Whether a bad answer is asked for again.
  bool asks_again(double draw) const { return draw < clients_.regenerate; }

 private:
  double patience() const;

  Clients clients_;
};

}  // namespace foreshock::scenario
