// The only list of dimensions.
#include "signals/strata.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "core/catalog.h"

namespace foreshock::signals {
namespace strata_impl {

std::string_view known(std::string_view name) {
  return name == "unknown" ? "" : name;
}

std::string_view yes_no(bool value) {
  return value ? "true" : "false";
}

// A name that was refused is no model: whoever guesses names must not fill the table of series.
std::string_view model_of(const Observation& observation) {
  return error_class_of(observation) == ErrorClass::client ? "" : std::string_view(observation.model);
}

std::string_view turn_band(const Observation& observation) {
  const int64_t turns = observation.turns;
  if (turns <= 0) return "";
  if (turns == 1) return "1";
  if (turns == 2) return "2";
  if (turns <= 5) return "3-5";
  return turns <= 10 ? "6-10" : ">10";
}

// Powers of two.
std::string_view concurrency_band(const Observation& observation) {
  constexpr std::array<std::string_view, 15> bands = {
      "1",       "2",       "3-4",      "5-8",       "9-16",      "17-32",     "33-64", "65-128",
      "129-256", "257-512", "513-1024", "1025-2048", "2049-4096", "4097-8192", ">8192"};
  if (observation.concurrency <= 0) return "";
  const auto doublings = std::bit_width(static_cast<uint64_t>(observation.concurrency) - 1);
  return bands[std::min<size_t>(static_cast<size_t>(doublings), bands.size() - 1)];
}

std::string_view age_band(const Observation& observation) {
  const auto& age = observation.session_age;
  if (!age) return "";
  if (*age < std::chrono::minutes(1)) return "<1m";
  if (*age < std::chrono::minutes(10)) return "1-10m";
  return *age < std::chrono::hours(1) ? "10-60m" : ">1h";
}

struct Dimension {
  std::string_view name;
  std::string_view (*value)(const Observation& observation);  // empty: not known
};

constexpr std::array dimensions = {
    Dimension{"model", model_of},
    Dimension{"version", [](const Observation& o) -> std::string_view { return o.version; }},
    Dimension{"replica", [](const Observation& o) -> std::string_view { return o.replica; }},
    Dimension{"device", [](const Observation& o) -> std::string_view { return o.device; }},
    Dimension{"zone", [](const Observation& o) -> std::string_view { return o.zone; }},
    Dimension{"key", [](const Observation& o) -> std::string_view { return o.key; }},
    Dimension{"class", [](const Observation& o) -> std::string_view { return o.request_class; }},
    Dimension{"prompt", [](const Observation& o) { return known(prompt_band(o.tokens.prompt)); }},
    Dimension{"start", [](const Observation& o) { return known(name_of(o.start)); }},
    Dimension{"prefix", [](const Observation& o) { return known(name_of(o.prefix)); }},
    Dimension{"stream", [](const Observation& o) { return yes_no(o.stream); }},
    Dimension{"tools", [](const Observation& o) { return yes_no(o.tools); }},
    Dimension{"sampling", [](const Observation& o) -> std::string_view { return o.sampling; }},
    Dimension{"code_language", [](const Observation& o) -> std::string_view { return o.code_language; }},
    Dimension{"turn", turn_band},
    Dimension{"session_age", age_band},
    Dimension{"concurrency", concurrency_band},
};
static_assert(names_are_unique(dimensions));

constexpr auto names = [] {
  std::array<std::string_view, dimensions.size()> out{};
  for (size_t i = 0; i < dimensions.size(); ++i) out[i] = dimensions[i].name;
  return out;
}();

void append_escaped(std::string& out, std::string_view part) {
  for (char c : part) {
    if (c == '+' || c == '\\') out += '\\';
    out += c;
  }
}

}  // namespace strata_impl

std::vector<Stratum> strata_of(const Observation& observation, const StratumPairs& pairs) {
  using namespace strata_impl;
  std::vector<Stratum> strata;
  strata.reserve(1 + names.size() + pairs.all().size());
  strata.emplace_back();
  std::array<std::string_view, dimensions.size()> values;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    values[i] = dimensions[i].value(observation);
    if (!values[i].empty()) strata.push_back({std::string(dimensions[i].name), std::string(values[i])});
  }
  for (const auto& pair : pairs.all()) {
    if (values[pair.first].empty() || values[pair.second].empty()) continue;
    std::string value;
    append_escaped(value, values[pair.first]);
    value += '+';
    append_escaped(value, values[pair.second]);
    strata.push_back({pair.name, std::move(value)});
  }
  return strata;
}

std::span<const std::string_view> single_dimensions() {
  return strata_impl::names;
}

std::vector<std::string_view> stratum_dimensions(const StratumPairs& pairs) {
  std::vector<std::string_view> out(strata_impl::names.begin(), strata_impl::names.end());
  for (const auto& pair : pairs.all()) out.push_back(pair.name);
  return out;
}

}  // namespace foreshock::signals
