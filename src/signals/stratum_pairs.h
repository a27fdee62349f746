#pragma once
// Which pairs of dimensions are strata besides the single ones.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/option.h"
#include "core/result.h"

namespace foreshock::signals {

class StratumPairs {
 public:
  static constexpr size_t most = 8;

  struct Pair {
    std::string name;      // "replica+prompt"
    size_t first, second;  // places in single_dimensions()
  };

  // The four of DESIGN 4.
  static const StratumPairs& usual();
  // Pairs like "replica+prompt", with spaces or commas between them; none, too. Errors: bad_config, for an
  // unknown dimension, a pair that stands there twice, and more than `most`.
  static Result<StratumPairs> parse(std::string_view text);

  std::span<const Pair> all() const { return pairs_; }

 private:
  std::vector<Pair> pairs_;
};

// As an option has them.
Result<void> parse_value(std::string_view text, StratumPairs& out);
std::string print_value(const StratumPairs& pairs);

struct StrataOptions {
  StratumPairs pairs = StratumPairs::usual();
};
OptionSet strata_options();

}  // namespace foreshock::signals
