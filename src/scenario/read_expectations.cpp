#include "core/event_kinds.h"
#include "scenario/cause_ids.h"
#include "scenario/check_expectations.h"
#include "scenario/names.h"
#include "scenario/read_conditions.h"
#include "scenario/read_parts.h"
#include "scenario/series_names.h"
#include "scenario/values.h"

namespace foreshock::scenario {
namespace read_expectations_impl {

// Of pages; more than a run could have.
constexpr auto read_count = read_within<parse_count, 0, 1'000'000>;
constexpr auto read_duration = read_parsed<parse_duration>;
constexpr auto read_text = read_parsed<parse_name>;
constexpr auto read_direction = read_choice<direction_names>;

Result<std::string> read_series(const Value& value) {
  return read_name_among(value, "series", names_in(series_names));
}

Result<std::string> read_cause(const Value& value) {
  static const std::vector<std::string_view> known(cause_ids.begin(), cause_ids.end());
  return read_name_among(value, "cause", known);
}

Result<ExpectedPages> read_pages(const Value& value) {
  static constexpr std::array fields = {
      field<&ExpectedPages::min, read_count>("min"),
      field<&ExpectedPages::max, read_count>("max"),
  };
  ExpectedPages pages;
  FORESHOCK_CHECK(read_map(value, fields, pages));
  if (!has_key(value.node, "min") && !has_key(value.node, "max"))
    return refuse(value.node, "'pages' needs 'min' or 'max'");
  return pages;
}

Result<ExpectedFinding> read_finding(const Value& value) {
  using F = ExpectedFinding;
  static constexpr std::array fields = {
      field<&F::series, read_series>("series", Presence::required),
      field<&F::where, read_where>("where"),
      field<&F::shape, read_choice<shape_names>>("shape"),
      field<&F::direction, read_direction>("direction"),
      field<&F::within, read_positive<parse_duration>>("within"),
      field<&F::requests, read_positive<parse_count>>("requests"),
  };
  ExpectedFinding finding;
  FORESHOCK_CHECK(read_map(value, fields, finding));
  return finding;
}

Result<ExpectedEvent> read_first_event(const Value& value) {
  ExpectedEvent event;
  if (value.node.is_null()) return event;
  FORESHOCK_TRY(event.kind, read_choice<event_kinds>(value));
  return event;
}

Result<ExpectedCauses> read_causes(const Value& value) {
  static constexpr std::array fields = {
      field<&ExpectedCauses::top, read_within<parse_count, 1, cause_ids.size()>>("top"),
      field<&ExpectedCauses::any, read_one_or_list<read_cause>>("any", Presence::required),
  };
  ExpectedCauses causes;
  FORESHOCK_CHECK(read_map(value, fields, causes));
  return causes;
}

Result<ExpectedAction> read_action(const Value& value) {
  static constexpr std::array fields = {
      field<&ExpectedAction::policy, read_text>("policy", Presence::required),
      field<&ExpectedAction::direction, read_direction>("direction"),
  };
  ExpectedAction action;
  FORESHOCK_CHECK(read_map(value, fields, action));
  return action;
}

Result<ExpectedForecast> read_forecast(const Value& value) {
  static constexpr std::array fields = {
      field<&ExpectedForecast::crosses, read_text>("crosses", Presence::required),
      field<&ExpectedForecast::lead, read_duration>("lead"),
  };
  ExpectedForecast forecast;
  FORESHOCK_CHECK(read_map(value, fields, forecast));
  return forecast;
}

// After the series, whose unit it has.
Result<void> read_mean(const Value& value, ExpectedAfter& after) {
  const SeriesName* series = find_by_name<SeriesName>(series_names, after.series);
  if (series == nullptr) return refuse(value.node, "'mean_below' needs a 'series'");
  if (series->unit == SeriesUnit::number) {
    FORESHOCK_TRY(after.mean_below, read_parsed<parse_number>(value));
    return {};
  }
  FORESHOCK_TRY(const Duration limit, read_duration(value));
  after.mean_below = seconds(limit);
  return {};
}

Result<ExpectedAfter> read_after(const Value& value) {
  using A = ExpectedAfter;
  static constexpr std::array fields = {
      field<&A::series, read_series>("series"),
      field<&A::where, read_where>("where"),
      Field<A>{"mean_below", read_mean},
      field<&A::accuracy_at_least, read_parsed<parse_share>>("accuracy_at_least"),
      field<&A::from, read_duration>("from"),
  };
  ExpectedAfter after;
  FORESHOCK_CHECK(read_map(value, fields, after));
  return after;
}

}  // namespace read_expectations_impl

Result<Expectations> read_expectations(const Value& value) {
  using namespace read_expectations_impl;
  using E = Expectations;
  static constexpr std::array fields = {
      field<&E::pages, read_pages>("pages"),
      field<&E::findings, read_some<read_finding>>("findings"),
      field<&E::first_event, read_first_event>("first_event", Presence::may_be_null),
      field<&E::causes, read_causes>("causes"),
      field<&E::action, read_action>("action"),
      field<&E::verdict, read_choice<verdict_names>>("verdict"),
      field<&E::forecast, read_forecast>("forecast"),
      field<&E::canary, read_choice<canary_end_names>>("canary"),
      field<&E::after, read_after>("after"),
  };
  Expectations expect;
  FORESHOCK_CHECK(read_map(value, fields, expect));
  FORESHOCK_CHECK(check_expectations(value, expect));
  return expect;
}

}  // namespace foreshock::scenario
