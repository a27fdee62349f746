#include "enginesim/fixed_dials.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/catalog.h"
#include "core/option.h"

namespace foreshock::enginesim {
namespace fixed_dials_impl {

constexpr double healthy_accuracy = 0.9;
constexpr int64_t usual_draft = 5;

struct StoryPart {
  Dial dial;
  std::string_view name;
};
constexpr std::array story_parts = {
    StoryPart{Dial::dns_fail, "the look-up of an address, before any connection"},
    StoryPart{Dial::route_misroute, "the router in front of several replicas"},
    StoryPart{Dial::route_weight, "the router in front of several replicas"},
    StoryPart{Dial::probe_version, "the probes"},
    StoryPart{Dial::probe_score, "the probes"},
    StoryPart{Dial::probe_bos_double, "the probes"},
    StoryPart{Dial::quality_accuracy, "golden questions, whose right answers the engine must be told"},
    StoryPart{Dial::context_system_drop, "facts planted in a system prompt, which a story asks for later"},
};

bool is_settable(const DialRow& row) {
  return story_part_of(row.dial).empty();
}

std::vector<std::string_view> settable_names() {
  std::vector<std::string_view> names;
  for (const DialRow& row : dials())
    if (is_settable(row)) names.push_back(row.name);
  return names;
}

Result<const DialRow*> find(std::string_view name) {
  constexpr std::string_view hint = "`foreshock list dials` has them all and says where each works.";
  const DialRow* row = find_by_name(dials(), name);
  if (row == nullptr)
    return fail(Code::bad_usage,
                fmt::format("there is no dial '{}'.{}", name, did_you_mean(name, settable_names())),
                std::string(hint));
  if (is_settable(*row)) return row;
  return fail(Code::bad_usage,
              fmt::format("the dial '{}' needs a story: it acts on {}", name, story_part_of(row->dial)),
              fmt::format("Play it in a file with `foreshock test`. {}", hint));
}

// None: a flag that is off.
Result<std::optional<double>> parse(const DialRow& row, std::string_view text) {
  if (row.type == DialType::flag) {
    if (text == "true") return std::optional(1.0);
    if (text == "false") return std::optional<double>();
    return fail(Code::bad_usage, fmt::format("'{}' is true or false, found '{}'", row.name, text));
  }
  double value = 0;
  const auto parsed = parse_value(text, value);
  const bool fits = !row.range.whole || value == std::floor(value);
  if (parsed && fits && value >= row.range.min && value <= row.range.max) return std::optional(value);
  return fail(
      Code::bad_usage,
      fmt::format("'{}' expected a {}number from {} to {} ({}), found '{}'", row.name,
                  row.range.whole ? "whole " : "", row.range.min, row.range.max, row.range.unit, text),
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

Result<void> FixedDials::unset(std::string_view name) {
  FORESHOCK_TRY(const DialRow* row, fixed_dials_impl::find(name));
  values_[static_cast<size_t>(row->dial)].reset();
  return {};
}

bool FixedDials::speculates() const {
  constexpr std::array of_speculation = {Dial::spec_acceptance, Dial::spec_draft_length,
                                         Dial::spec_judge_share, Dial::spec_judge_bypass};
  return std::any_of(of_speculation.begin(), of_speculation.end(),
                     [this](Dial dial) { return at(dial).has_value(); });
}

VirtualSpec FixedDials::adjusted(VirtualSpec spec) const {
  if (speculates() && spec.draft_length == 0) spec.draft_length = fixed_dials_impl::usual_draft;
  return spec;
}

std::string_view story_part_of(Dial dial) {
  for (const auto& part : fixed_dials_impl::story_parts)
    if (part.dial == dial) return part.name;
  return row_of(dial).scope == DialScope::clients ? "the clients and their load" : "";
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
