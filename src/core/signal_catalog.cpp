#include "core/signal_catalog.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/shown.h"

namespace foreshock {
namespace signal_catalog_impl {

constexpr double usual_difference = 0.05, usual_factor = 1.2;

bool is_name(std::string_view name) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return !name.empty() && name.size() <= SignalCatalog::longest_name && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; });
}

Result<void> check(const CustomSignal& signal) {
  if (!is_name(signal.name))
    return fail(
        Code::bad_request, fmt::format("'{}' is no name of a signal", shown(signal.name)),
        fmt::format("Small letters, digits and _, at most {}, as csat_score.", SignalCatalog::longest_name));
  if (signal.unit.size() > SignalCatalog::longest_unit || escaped(signal.unit) != signal.unit)
    return fail(Code::bad_request, fmt::format("'{}' is no unit", shown(signal.unit)),
                fmt::format("At most {} bytes, as ratio, s or tokens.", SignalCatalog::longest_unit));
  if (!std::isfinite(signal.matters) || signal.matters < 0)
    return fail(Code::bad_request, "what matters of a signal is a number from 0 on");
  return {};
}

double what_matters(const CustomSignal& signal) {
  if (signal.matters > 0) return signal.matters;
  return signal.unit == "ratio" ? usual_difference : usual_factor;
}

}  // namespace signal_catalog_impl

Result<Direction> parse_direction(std::string_view name) {
  for (const Direction direction :
       {Direction::lower_is_better, Direction::higher_is_better, Direction::neutral})
    if (name_of(direction) == name) return direction;
  return fail(Code::bad_request, fmt::format("'{}' is no direction", shown(name)),
              "One of: lower_is_better, higher_is_better, neutral.");
}

const SignalSpec& SignalCatalog::operator[](size_t index) const {
  return index < built_in_.size() ? built_in_[index] : custom_[index - built_in_.size()]->spec;
}

const SignalSpec* SignalCatalog::find(std::string_view name) const {
  for (size_t i = 0; i < size(); ++i)
    if ((*this)[i].name == name) return &(*this)[i];
  return nullptr;
}

std::vector<SignalSpec> SignalCatalog::all() const {
  std::vector<SignalSpec> specs(built_in_.begin(), built_in_.end());
  for (size_t i = built_in_.size(); i < size(); ++i) specs.push_back((*this)[i]);
  return specs;
}

Result<const SignalSpec*> SignalCatalog::declare(const CustomSignal& signal, size_t most) {
  using namespace signal_catalog_impl;
  FORESHOCK_CHECK(check(signal));
  const std::lock_guard lock(declaring_);
  const size_t count = custom_count_.load(std::memory_order_relaxed);
  for (size_t i = 0; i < count; ++i) {
    const SignalSpec& known = custom_[i]->spec;
    if (known.name != signal.name) continue;
    if (known.unit == signal.unit && known.direction == signal.direction) return &known;
    return fail(Code::bad_request,
                fmt::format("'{}' is a signal in '{}', {}", known.name, known.unit, name_of(known.direction)),
                "Give another meaning another name.");
  }
  if (find(signal.name) != nullptr)
    return fail(Code::bad_request, fmt::format("'{}' is a signal of Foreshock's own", signal.name),
                "Choose another name; 'foreshock list signals' has those that are taken.");
  if (count >= std::min(most, most_custom))
    return fail(Code::overloaded, fmt::format("there are {} signals of users already", count),
                "Tell cases apart by strata, not by names of signals.");
  auto owned = std::make_unique<Owned>(Owned{signal.name, signal.unit, {}});
  const bool wakes = signal.direction != Direction::neutral;
  owned->spec = {owned->name,
                 owned->unit,
                 signal.direction,
                 Rollup::mean,
                 "A signal of a user's own.",
                 Watched::value,
                 wakes ? Wakes::when_worse : Wakes::nobody,
                 what_matters(signal)};
  custom_[count] = std::move(owned);
  custom_count_.store(count + 1, std::memory_order_release);
  return &custom_[count]->spec;
}

}  // namespace foreshock
