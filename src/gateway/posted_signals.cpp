#include "gateway/posted_signals.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/catalog.h"
#include "core/shown.h"
#include "wire/json_body.h"

namespace foreshock::gateway {
namespace posted_signals_impl {

using nlohmann::json;

constexpr std::array<std::string_view, 6> keys = {"name", "unit", "direction", "value", "at", "strata"};
constexpr size_t most_at_once = 100, longest_value = 200;
constexpr double largest = 1e15;
constexpr Duration oldest = std::chrono::hours(48), farthest = std::chrono::minutes(5);

Result<const SignalSpec*> signal_of(const json& one, SignalCatalog& catalog) {
  FORESHOCK_TRY(const auto name, wire::text_member(one, "name", SignalCatalog::longest_name));
  FORESHOCK_TRY(const auto unit, wire::text_member(one, "unit", SignalCatalog::longest_unit));
  FORESHOCK_TRY(const auto direction, wire::text_member(one, "direction", 32));
  if (!name) return fail(Code::bad_request, "a signal needs a 'name'", "For example \"name\": \"csat\".");
  const SignalSpec* known = catalog.find(*name);
  CustomSignal signal{*name, unit.value_or(known != nullptr ? std::string(known->unit) : ""),
                      known != nullptr ? known->direction : Direction::neutral};
  if (direction) {
    FORESHOCK_TRY(signal.direction, parse_direction(*direction));
  }
  return catalog.declare(signal, SignalCatalog::most_posted);
}

Result<double> value_of(const json& one) {
  FORESHOCK_TRY(const auto value, wire::number_member(one, "value"));
  if (value && std::abs(*value) <= largest) return *value;
  return fail(Code::bad_request, fmt::format("'value' expected a number, {:g} at most", largest));
}

Result<Instant> time_of(const json& one, Instant now) {
  FORESHOCK_TRY(const auto at, wire::time_member(one, "at"));
  if (!at || (*at >= now - oldest && *at <= now + farthest)) return std::min(at.value_or(now), now);
  return fail(Code::bad_request, "'at' is more than 48 hours ago, or in the future", "Leave it out for now.");
}

Result<std::vector<Stratum>> strata_of(const json& one, const std::vector<std::string_view>& dimensions) {
  std::vector<Stratum> strata = {{}};
  if (!one.contains("strata") || one["strata"].is_null()) return strata;
  if (!one["strata"].is_object())
    return fail(Code::bad_request, "'strata' is no object", R"(For example {"replica": "a"}.)");
  for (const auto& [dimension, value] : one["strata"].items()) {
    if (std::find(dimensions.begin(), dimensions.end(), dimension) == dimensions.end())
      return fail(
          Code::bad_request,
          fmt::format("there is no dimension '{}'.{}", shown(dimension), did_you_mean(dimension, dimensions)),
          fmt::format("One of: {}.", fmt::join(dimensions, ", ")));
    const std::string text = value.is_string() ? escaped(value.template get<std::string>()) : "";
    if (text.empty() || text.size() > longest_value)
      return fail(Code::bad_request,
                  fmt::format("'{}' of 'strata' expected a text of 1 to {} bytes", dimension, longest_value));
    strata.push_back({dimension, text});
  }
  return strata;
}

Result<void> add(const json& one, Instant now, const std::vector<std::string_view>& dimensions,
                 SignalCatalog& catalog, std::vector<Sample>& samples) {
  FORESHOCK_TRY(const double value, value_of(one));
  FORESHOCK_TRY(const Instant at, time_of(one, now));
  FORESHOCK_TRY(const auto strata, strata_of(one, dimensions));
  FORESHOCK_TRY(const SignalSpec* spec, signal_of(one, catalog));
  for (const Stratum& stratum : strata) samples.push_back({{std::string(spec->name), stratum}, at, value, 1});
  return {};
}

}  // namespace posted_signals_impl

Result<std::vector<Sample>> read_signals(std::string_view body, Instant now,
                                         const std::vector<std::string_view>& dimensions,
                                         SignalCatalog& catalog) {
  using namespace posted_signals_impl;
  std::vector<std::string_view> all_keys(keys.begin(), keys.end());
  all_keys.push_back("signals");
  FORESHOCK_TRY(const json posted, wire::read_json_body(body, all_keys));
  std::vector<Sample> samples;
  if (!posted.contains("signals")) {
    FORESHOCK_CHECK(add(posted, now, dimensions, catalog, samples));
    return samples;
  }
  const json& list = posted["signals"];
  if (posted.size() != 1 || !list.is_array() || list.empty() || list.size() > most_at_once)
    return fail(Code::bad_request, fmt::format("'signals' stands alone, a list of 1 to {}", most_at_once));
  for (const json& one : list) {
    FORESHOCK_TRY(const json value, wire::read_json_body(one.dump(), keys));
    FORESHOCK_CHECK(add(value, now, dimensions, catalog, samples));
  }
  return samples;
}

}  // namespace foreshock::gateway
