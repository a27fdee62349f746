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

  // VALUE in the unit of the dial's row; true or false for a flag. Errors: bad_usage for a dial that there is
  // not, or that acts on what only a story has; for a value out of the row's range.
  Result<void> set(std::string_view name, std::string_view value);
  // Back to where nobody has set it. Errors as of set().
  Result<void> unset(std::string_view name);
  // Errors and flaws that are not set are as frequent as with a healthy engine (`foreshock list dials`).
  void set_healthy_shares();
  // Empty where it was not set.
  std::optional<double> at(Dial dial) const { return values_[static_cast<size_t>(dial)]; }

  // Whether a dial of speculation is set.
  bool speculates() const;
  // SPEC with speculation where a dial of it is set.
  VirtualSpec adjusted(VirtualSpec spec) const;

 private:
  std::vector<std::optional<double>> values_;  // by dial
};

// On what DIAL acts that only a story has, as "the clients and their load"; empty: on a server by itself.
std::string_view story_part_of(Dial dial);
// Where DIAL stands on an engine of SPEC that nobody set: healthy, and without the errors and flaws that a
// healthy engine has now and then.
double unset_value(Dial dial, const VirtualSpec& spec);

}  // namespace foreshock::enginesim
