#include "scenario/lies_where.h"

#include <algorithm>
#include <array>

namespace foreshock::scenario {
namespace lies_where_impl {

bool is_one_of(const std::string& value, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), value) != names.end();
}

struct Band {
  std::string_view name;
  int64_t middle;
};
constexpr std::array prompt_bands = {Band{"<1k", 500}, Band{"1-4k", 2'500}, Band{"4-16k", 10'000},
                                     Band{"16-64k", 40'000}, Band{">64k", 100'000}};
// Turns, of which each but the first brings two messages.
constexpr std::array turn_bands = {Band{"1", 1}, Band{"2", 1}, Band{"3-5", 2}, Band{"6-10", 4},
                                   Band{">10", 8}};

bool band_holds(const std::string& value, std::span<const Band> bands, const std::optional<CountTest>& test) {
  return test && std::any_of(bands.begin(), bands.end(), [&](const Band& band) {
           return band.name == value && test->holds(band.middle);
         });
}

bool names_it(const Stratum& stratum, const Where& where) {
  const Conditions& when = where.conditions;
  const auto& [dimension, value] = stratum;
  if (dimension == "replica") return is_one_of(value, where.replicas);
  if (dimension == "class") return is_one_of(value, when.classes);
  if (dimension == "key") return is_one_of(value, when.keys);
  if (dimension == "code_language") return is_one_of(value, when.code_languages);
  if (dimension == "device") return is_one_of(value, when.devices);
  if (dimension == "zone") return is_one_of(value, when.zones);
  if (dimension == "version") return is_one_of(value, when.versions);
  if (dimension == "prompt") return band_holds(value, prompt_bands, when.prompt_tokens);
  if (dimension == "turn") return band_holds(value, turn_bands, when.turn);
  if (dimension == "start") return when.cold && *when.cold == (value == "cold");
  if (dimension == "stream") return when.stream && *when.stream == (value == "true");
  if (dimension == "tools") return when.tools && *when.tools == (value == "true");
  if (dimension == "prefix") return when.prefix && (*when.prefix == Prefix::hit) == (value == "hit");
  return false;
}

bool is_everywhere(const Where& where) {
  const Conditions& when = where.conditions;
  const bool some_list =
      !(where.replicas.empty() && when.classes.empty() && when.keys.empty() && when.code_languages.empty() &&
        when.devices.empty() && when.zones.empty() && when.versions.empty());
  const bool some_test = when.prompt_tokens || when.turn || when.cold || when.stream || when.tools ||
                         when.prefix || when.gap || when.idle || when.uptime || when.context_tokens;
  return !some_list && !some_test;
}

}  // namespace lies_where_impl

bool lies_where(const Stratum& stratum, const Where& where) {
  return lies_where_impl::is_everywhere(where) || lies_where_impl::names_it(stratum, where);
}

}  // namespace foreshock::scenario
