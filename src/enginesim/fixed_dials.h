#pragma once
// Dials that stand where they are put, of one engine without a story.
#include <optional>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "enginesim/virtual_replica.h"

namespace foreshock::enginesim {

class FixedDials {
 public:
  FixedDials();

  // VALUE in the unit of the dial's row; true for a flag. Errors: bad_usage for a dial that there is not, or
  // that does nothing to an engine by itself; for a value out of the row's range.
  Result<void> set(std::string_view name, std::string_view value);
  // Errors and flaws that are not set are as frequent as with a healthy engine (`foreshock list dials`).
  void set_healthy_shares();
  // Empty where it was not set.
  std::optional<double> at(Dial dial) const { return values_[static_cast<size_t>(dial)]; }

  // SPEC with speculation where a dial of it is set.
  VirtualSpec adjusted(VirtualSpec spec) const;
  // Puts the dials of REPLICA to their places. OUT as of VirtualReplica::restart.
  void turn(VirtualReplica& replica, double now, std::vector<VirtualOutcome>& out) const;

 private:
  std::vector<std::optional<double>> values_;  // by dial
};

// What of the table can be set here, by name.
std::vector<std::string_view> settable_dials();
// Where DIAL stands on an engine of SPEC that nobody set: healthy, and without the errors and flaws that a
// healthy engine has now and then.
double unset_value(Dial dial, const VirtualSpec& spec);

}  // namespace foreshock::enginesim
