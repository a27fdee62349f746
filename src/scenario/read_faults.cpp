#include "scenario/check_fault.h"
#include "scenario/names.h"
#include "scenario/read_conditions.h"
#include "scenario/read_parts.h"
#include "scenario/values.h"

namespace foreshock::scenario {
namespace read_faults_impl {

using enginesim::DialRow;
using enginesim::DialType;

constexpr auto read_duration = read_parsed<parse_duration>;

Result<void> read_dial(const Value& value, Fault& fault) {
  FORESHOCK_TRY(const std::string name, read_scalar(value));
  if (const DialRow* row = find_by_name(enginesim::dials(), name)) {
    fault.dial = row->dial;
    return {};
  }
  return refuse_name(value.node, "dial", name, names_in(enginesim::dials()),
                     "'foreshock list dials' prints them.");
}

Result<void> read_at(const Value& value, Fault& fault) {
  FORESHOCK_TRY(const std::string text, read_scalar(value));
  fault.always = text == "always";
  if (fault.always) return {};
  FORESHOCK_TRY(fault.at, read_duration(value));
  return {};
}

// In the unit of DIAL; one in s or ms takes a time, too: 90s.
Result<double> read_dial_number(const Value& value, const DialRow& dial) {
  FORESHOCK_TRY(const std::string text, read_scalar(value));
  auto number = parse_number(text);
  const bool in_s = dial.range.unit == "s", in_ms = dial.range.unit == "ms";
  if (const auto time = parse_duration(text); !number && time && (in_s || in_ms))
    number = seconds(*time) * (in_ms ? 1000 : 1);
  if (!number) return refuse(value.node, fmt::format("'{}' {}", value.key, number.error().what()));
  if (*number >= dial.range.min && *number <= dial.range.max) return number;
  return refuse(value.node,
                fmt::format("'{}' of {} must lie between {} and {} {}, found '{}'", value.key, dial.name,
                            dial.range.min, dial.range.max, dial.range.unit, shown(text)));
}

Result<void> read_value(const Value& value, Fault& fault) {
  const DialRow& dial = row_of(fault.dial);
  FORESHOCK_TRY(const std::string text, read_scalar(value));
  if (dial.type == DialType::text) {
    FORESHOCK_TRY(fault.text, read_parsed<parse_name>(value));
  } else if (dial.type == DialType::flag) {
    if (text != "true")
      return refuse(value.node, fmt::format("{} takes only true, found '{}'", dial.name, shown(text)),
                    "Where no fault holds, it is off.");
  } else {
    FORESHOCK_TRY(fault.value, read_dial_number(value, dial));
  }
  return {};
}

Result<void> read_by(const Value& value, Fault& fault) {
  FORESHOCK_TRY(fault.curve.emplace().by, read_choice<axis_names>(value));
  return {};
}

Result<CurvePoint> read_point(const Value& value, CurveAxis by, const DialRow& dial) {
  const auto parts = value.node.items();
  if (parts.size() != 2) return refuse(value.node, "a point of a curve is [x, value]");
  CurvePoint point;
  const Value x{"curve", parts[0], value.story};
  if (by == CurveAxis::time || by == CurveAxis::uptime) {
    FORESHOCK_TRY(const Duration time, read_duration(x));
    point.x = seconds(time);
  } else {
    FORESHOCK_TRY(point.x, read_parsed<parse_number>(x));
  }
  FORESHOCK_TRY(point.value, read_dial_number(Value{"curve", parts[1], value.story}, dial));
  return point;
}

Result<void> read_curve(const Value& value, Fault& fault) {
  const DialRow& dial = row_of(fault.dial);
  if (!fault.curve)
    return refuse(value.node, "'curve' needs 'by'",
                  "Write by: time, uptime, served, prompt_tokens, context_tokens, running or turn.");
  if (dial.type != DialType::number)
    return refuse(value.node, fmt::format("{} takes no curve", dial.name), "Give it a value.");
  FORESHOCK_CHECK(check_length(value));
  for (const wire::YamlNode& item : value.node.items()) {
    FORESHOCK_TRY(const auto point, read_point(Value{"curve", item, value.story}, fault.curve->by, dial));
    if (!fault.curve->points.empty() && point.x <= fault.curve->points.back().x)
      return refuse(item, "the x of a curve must rise from point to point");
    fault.curve->points.push_back(point);
  }
  if (fault.curve->points.empty())
    return refuse(value.node, "'curve' needs a list of points", "Write curve: [[0h, 0.9], [2h, 0.5]].");
  return {};
}

Result<void> read_when(const Value& value, Fault& fault) {
  const DialRow& dial = row_of(fault.dial);
  FORESHOCK_TRY(fault.when, read_conditions(value, dial.reach, dial.name));
  return {};
}

Result<Wobble> read_wobble(const Value& value) {
  static constexpr std::array fields = {
      field<&Wobble::log_sd, read_within<parse_number, 0, 5>>("log_sd", Presence::required),
      field<&Wobble::every, read_positive<parse_duration>>("every"),
  };
  Wobble wobble;
  FORESHOCK_CHECK(read_map(value, fields, wobble));
  return wobble;
}

Result<std::optional<Duration>> read_sticky_time(const Value& value) {
  FORESHOCK_TRY(const std::string text, read_scalar(value));
  if (text == "restart") return std::nullopt;
  FORESHOCK_TRY(const Duration time, read_positive<parse_duration>(value));
  return time;
}

Result<Sticky> read_sticky(const Value& value) {
  static constexpr std::array fields = {
      field<&Sticky::time, read_sticky_time>("for", Presence::required),
  };
  Sticky sticky;
  FORESHOCK_CHECK(read_map(value, fields, sticky));
  return sticky;
}

Result<Fault> read_fault(const Value& value) {
  static constexpr std::array fields = {
      Field<Fault>{"dial", read_dial, Presence::required},
      Field<Fault>{"at", read_at, Presence::required},
      field<&Fault::until, read_duration>("until"),
      Field<Fault>{"value", read_value},
      Field<Fault>{"by", read_by},
      Field<Fault>{"curve", read_curve},
      field<&Fault::ramp, read_duration>("ramp"),
      field<&Fault::replicas, read_one_or_list<read_replica>>("replicas"),
      Field<Fault>{"when", read_when},
      field<&Fault::share, read_parsed<parse_share>>("share"),
      field<&Fault::share_by, read_choice<share_by_names>>("share_by"),
      field<&Fault::wobble, read_wobble>("wobble"),
      field<&Fault::sticky, read_sticky>("sticky"),
      field<&Fault::to, read_replica>("to"),
  };
  Fault fault;
  FORESHOCK_CHECK(read_map(value, fields, fault));
  FORESHOCK_CHECK(check_fault(value, fault));
  return fault;
}

}  // namespace read_faults_impl

Result<std::vector<Fault>> read_faults(const Value& value) {
  return read_list<read_faults_impl::read_fault>(value);
}

}  // namespace foreshock::scenario
