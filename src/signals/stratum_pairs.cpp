#include "signals/stratum_pairs.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/catalog.h"
#include "signals/strata.h"

namespace foreshock::signals {
namespace stratum_pairs_impl {

constexpr std::string_view usual = "replica+prompt replica+start version+prompt version+class";

constexpr std::array options = {
    option<&StrataOptions::pairs>(
        "pairs", "pairs",
        "Pairs of dimensions in which every signal is kept too, at most 8, with spaces between them."),
};

Result<size_t> place_of(std::string_view dimension, std::string_view pair) {
  const auto known = single_dimensions();
  const auto found = std::find(known.begin(), known.end(), dimension);
  if (found == known.end())
    return fail(
        Code::bad_config,
        fmt::format("unknown dimension '{}' in '{}'.{}", dimension, pair, did_you_mean(dimension, known)),
        fmt::format("One of: {}.", fmt::join(known, ", ")));
  return static_cast<size_t>(found - known.begin());
}

Result<StratumPairs::Pair> parse_pair(std::string_view text) {
  const size_t plus = text.find('+');
  if (plus == std::string_view::npos)
    return fail(Code::bad_config, fmt::format("'{}' is no pair", text),
                "Write two dimensions with a + between them, such as replica+prompt.");
  FORESHOCK_TRY(const size_t first, place_of(text.substr(0, plus), text));
  FORESHOCK_TRY(const size_t second, place_of(text.substr(plus + 1), text));
  if (first == second)
    return fail(Code::bad_config, fmt::format("'{}' pairs a dimension with itself", text), "Name two.");
  return StratumPairs::Pair{std::string(text), first, second};
}

bool same(const StratumPairs::Pair& one, const StratumPairs::Pair& other) {
  return std::minmax(one.first, one.second) == std::minmax(other.first, other.second);
}

}  // namespace stratum_pairs_impl

const StratumPairs& StratumPairs::usual() {
  static const StratumPairs pairs = parse(stratum_pairs_impl::usual).value();
  return pairs;
}

Result<StratumPairs> StratumPairs::parse(std::string_view text) {
  constexpr std::string_view between = ", \t";
  StratumPairs out;
  for (size_t at = text.find_first_not_of(between); at < text.size();
       at = text.find_first_not_of(between, text.find_first_of(between, at))) {
    const auto word = text.substr(at, text.find_first_of(between, at) - at);
    FORESHOCK_TRY(Pair pair, stratum_pairs_impl::parse_pair(word));
    for (const Pair& other : out.pairs_)
      if (stratum_pairs_impl::same(pair, other))
        return fail(Code::bad_config, fmt::format("the pair '{}' stands there twice", word), "Name it once.");
    out.pairs_.push_back(std::move(pair));
  }
  if (out.pairs_.size() > most)
    return fail(Code::bad_config,
                fmt::format("{} pairs of dimensions, of at most {}", out.pairs_.size(), most),
                "Each takes room for as many series as its values have combinations.");
  return out;
}

Result<void> parse_value(std::string_view text, StratumPairs& out) {
  FORESHOCK_TRY(out, StratumPairs::parse(text));
  return {};
}

std::string print_value(const StratumPairs& pairs) {
  std::string text;
  for (const auto& pair : pairs.all()) text += fmt::format("{}{}", text.empty() ? "" : " ", pair.name);
  return text;
}

OptionSet strata_options() {
  return stratum_pairs_impl::options;
}

}  // namespace foreshock::signals
