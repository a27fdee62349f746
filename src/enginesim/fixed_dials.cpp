#include "enginesim/fixed_dials.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "core/catalog.h"
#include "core/option.h"

namespace foreshock::enginesim {
namespace fixed_dials_impl {

constexpr double healthy_accuracy = 0.9;
constexpr int64_t usual_draft = 5;

// What they act on is before an engine, beside it, or what only a story tells right from wrong.
constexpr std::array elsewhere = {Dial::dns_fail,         Dial::route_misroute,   Dial::route_weight,
                                  Dial::gpu_vanish,       Dial::probe_version,    Dial::probe_score,
                                  Dial::probe_bos_double, Dial::quality_accuracy, Dial::context_system_drop};

bool is_settable(const DialRow& row) {
  return row.scope != DialScope::clients &&
         std::find(elsewhere.begin(), elsewhere.end(), row.dial) == elsewhere.end();
}

Result<const DialRow*> find(std::string_view name) {
  const DialRow* row = find_by_name(dials(), name);
  const auto names = settable_dials();
  if (row == nullptr)
    return fail(Code::bad_usage, fmt::format("there is no dial '{}'.{}", name, did_you_mean(name, names)),
                "foreshock list dials prints them.");
  if (!is_settable(*row))
    return fail(Code::bad_usage, fmt::format("the dial '{}' does nothing to an engine without a story", name),
                fmt::format("One of: {}.", fmt::join(names, ", ")));
  return row;
}

Result<double> parse(const DialRow& row, std::string_view text) {
  if (row.type == DialType::flag) {
    if (text == "true") return 1.0;
    return fail(Code::bad_usage, fmt::format("'true' is the only value of '{}', found '{}'", row.name, text),
                "Leave the dial out where it is off.");
  }
  double value = 0;
  const auto parsed = parse_value(text, value);
  if (parsed && value >= row.range.min && value <= row.range.max) return value;
  return fail(Code::bad_usage,
              fmt::format("'{}' expected a number from {} to {} ({}), found '{}'", row.name, row.range.min,
                          row.range.max, row.range.unit, text),
              "foreshock list dials prints the range of each.");
}

// A chance of a request to meet what is wrong.
bool is_chance_of_a_flaw(const DialRow& row) {
  return row.scope == DialScope::request && row.range.unit == "share" && row.healthy.value < 1;
}

}  // namespace fixed_dials_impl

FixedDials::FixedDials() : values_(dials().size()) {}

Result<void> FixedDials::set(std::string_view name, std::string_view value) {
  FORESHOCK_TRY(const DialRow* row, fixed_dials_impl::find(name));
  FORESHOCK_TRY(values_[static_cast<size_t>(row->dial)], fixed_dials_impl::parse(*row, value));
  return {};
}

void FixedDials::set_healthy_shares() {
  using namespace fixed_dials_impl;
  for (const DialRow& row : dials()) {
    auto& value = values_[static_cast<size_t>(row.dial)];
    if (!value && is_settable(row) && is_chance_of_a_flaw(row)) value = row.healthy.value;
  }
}

VirtualSpec FixedDials::adjusted(VirtualSpec spec) const {
  constexpr std::array of_speculation = {Dial::spec_acceptance, Dial::spec_draft_length,
                                         Dial::spec_judge_share, Dial::spec_judge_bypass};
  const bool speculates = std::any_of(of_speculation.begin(), of_speculation.end(),
                                      [this](Dial dial) { return at(dial).has_value(); });
  if (speculates && spec.draft_length == 0) spec.draft_length = fixed_dials_impl::usual_draft;
  return spec;
}

void FixedDials::turn(VirtualReplica& replica, double now, std::vector<VirtualOutcome>& out) const {
  for (const DialRow& row : dials())
    if (const auto value = at(row.dial)) replica.set(row.dial, *value, now);
  if (at(Dial::restart)) replica.restart(now, out);
}

std::vector<std::string_view> settable_dials() {
  std::vector<std::string_view> names;
  for (const DialRow& row : dials())
    if (fixed_dials_impl::is_settable(row)) names.push_back(row.name);
  return names;
}

double unset_value(Dial dial, const VirtualSpec& spec) {
  const DialRow& row = row_of(dial);
  switch (dial) {
    case Dial::batch_max:
      return static_cast<double>(spec.max_running);
    case Dial::spec_acceptance:
      return spec.acceptance;
    case Dial::spec_draft_length:
      return static_cast<double>(spec.draft_length);
    case Dial::quality_accuracy:
      return fixed_dials_impl::healthy_accuracy;
    case Dial::unload_idle:
      return 0;
    default:
      break;
  }
  if (row.healthy.kind == Healthy::Kind::never) return std::numeric_limits<double>::infinity();
  if (row.healthy.kind != Healthy::Kind::value || fixed_dials_impl::is_chance_of_a_flaw(row)) return 0;
  return row.healthy.value;
}

}  // namespace foreshock::enginesim
