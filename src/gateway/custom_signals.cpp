#include "gateway/custom_signals.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/catalog.h"
#include "core/log.h"
#include "core/shown.h"
#include "wire/text.h"

namespace foreshock::gateway {
namespace custom_signals_impl {

constexpr double largest = 1e15;
constexpr const char* nowhere = "/ ";  // no source asks for it

constexpr std::array rows = {
    option<&CustomSignalOptions::name>("name", "text", "Small letters, digits and _, as csat."),
    option<&CustomSignalOptions::unit>("unit", "text", "For example ratio, s or tokens."),
    option<&CustomSignalOptions::direction>("direction", "text",
                                            "lower_is_better, higher_is_better or neutral."),
    option<&CustomSignalOptions::matters>(
        "matters", "", 0, 1e6,
        "The smallest change that matters: of the unit ratio the difference, of others the factor; 0: 0.05 "
        "or 1.2."),
    option<&CustomSignalOptions::header>(
        "header", "text", "Field of the head with its value: of the answer, else of the request."),
    option<&CustomSignalOptions::field>(
        "field", "text",
        "JSON pointer of its value, as /metadata/score: in the answer or its events, else in the request."),
};
static_assert(names_are_unique(rows));

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const bool good = parse_value(wire::trimmed(text), value) && std::abs(value) <= largest;
  return good ? std::optional(value) : std::nullopt;
}

}  // namespace custom_signals_impl

OptionSet custom_signal_options() {
  return custom_signals_impl::rows;
}

Result<CustomSignal> custom_signal_of(const CustomSignalOptions& options) {
  if (!options.field.empty() && !options.field.starts_with('/'))
    return fail(
        Code::bad_config,
        fmt::format("signal '{}': field is no JSON pointer: '{}'", shown(options.name), shown(options.field)),
        "Write it as /metadata/score.");
  const auto direction = parse_direction(options.direction);
  if (!direction)
    return fail(Code::bad_config, direction.error().what(), std::string(direction.error().hint()));
  return CustomSignal{options.name, options.unit, *direction, options.matters};
}

Result<std::vector<CustomSource>> declare_signals(const std::vector<CustomSignalOptions>& all,
                                                  SignalCatalog* catalog) {
  std::vector<CustomSource> sources;
  for (const CustomSignalOptions& one : all) {
    if (catalog == nullptr) break;
    FORESHOCK_TRY(const CustomSignal signal, custom_signal_of(one));
    const auto declared = catalog->declare(signal);
    if (!declared) {  // somebody posted another one of that name: no reason to hold back a change of keys
      log::error("gateway", fmt::format("the signal is not read: {}", declared.error().text()));
      continue;
    }
    if (!one.header.empty() || !one.field.empty()) sources.push_back({*declared, one.header, one.field});
  }
  return sources;
}

CustomValues::CustomValues(const std::vector<CustomSource>& sources)
    : sources_(sources), from_headers_(sources.size()) {
  bool has_fields = false;
  for (const CustomSource& source : sources) has_fields = has_fields || !source.field.empty();
  if (!has_fields) return;
  for (const CustomSource& source : sources)
    places_.pointers.push_back(source.field.empty() ? custom_signals_impl::nowhere : source.field);
  places_.values.resize(places_.pointers.size());
}

void CustomValues::read_headers(const wire::Headers& headers) {
  for (size_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i].header.empty()) continue;
    if (const auto field = headers.find(sources_[i].header))
      if (const auto value = custom_signals_impl::number_in(*field)) from_headers_[i] = value;
  }
}

void CustomValues::on_request(const wire::Headers& headers, std::string_view body) {
  if (sources_.empty()) return;
  read_headers(headers);
  wire::read_numbers(body, places_);
}

void CustomValues::on_answer(const wire::Headers& headers) {
  if (!sources_.empty()) read_headers(headers);
}

std::vector<Observation::Custom> CustomValues::values() const {
  std::vector<Observation::Custom> values;
  for (size_t i = 0; i < sources_.size(); ++i) {
    const auto in_json = places_.values.empty() ? std::nullopt : places_.values[i];
    const auto value = from_headers_[i] ? from_headers_[i] : in_json;
    if (value && std::abs(*value) <= custom_signals_impl::largest)
      values.push_back({sources_[i].signal->name, *value});
  }
  return values;
}

}  // namespace foreshock::gateway
