#include "core/event_kinds.h"
#include "scenario/names.h"
#include "scenario/read_parts.h"
#include "scenario/values.h"

namespace foreshock::scenario {
namespace read_events_impl {

constexpr auto read_duration = read_parsed<parse_duration>;
constexpr auto read_flag = read_parsed<parse_flag>;
constexpr auto read_text = read_parsed<parse_name>;
constexpr auto read_replicas = read_one_or_list<read_replica>;

Result<void> read_kind(const Value& value, StoryEvent& event) {
  FORESHOCK_TRY(event.kind, read_choice<event_kinds>(value));
  for (const EventKindRow& row : event_kinds)
    if (row.value == event.kind) event.posted = row.posted;
  return {};
}

Result<StoryEvent> read_event(const Value& value) {
  static constexpr std::array fields = {
      Field<StoryEvent>{"kind", read_kind, Presence::required},
      field<&StoryEvent::at, read_duration>("at", Presence::required),
      field<&StoryEvent::until, read_duration>("until"),
      field<&StoryEvent::to, read_text>("to"),
      field<&StoryEvent::replicas, read_replicas>("replicas"),
      field<&StoryEvent::posted, read_flag>("posted"),
      field<&StoryEvent::restart, read_flag>("restart"),
      field<&StoryEvent::text, read_text>("text"),
  };
  StoryEvent event;
  FORESHOCK_CHECK(read_map(value, fields, event));
  FORESHOCK_CHECK(check_in_run(Value{"at", value.node.at("at"), value.story}, event.at, AtEnd::refused));
  if (event.until) FORESHOCK_CHECK(check_span(value, "at", event.at, "until", *event.until));
  if (event.kind == EventKind::restart && has_key(value.node, "restart") && !event.restart)
    return refuse(value.node.at("restart"), "an event of kind restart does restart, found 'false'",
                  "Take the key or the event out.");
  return event;
}

}  // namespace read_events_impl

Result<void> check_in_run(const Value& time, Duration at, AtEnd at_end) {
  const Duration length = time.story.length;
  if (at < length || (at == length && at_end == AtEnd::allowed)) return {};
  return refuse(time.node, fmt::format("'{}' lies outside the run of {}, found '{}'", time.key,
                                       print_value(length), shown(time.node.text())));
}

Result<void> check_span(const Value& map, std::string_view at_key, Duration at, std::string_view until_key,
                        Duration until) {
  const Value end{until_key, map.node.at(until_key), map.story};
  FORESHOCK_CHECK(check_in_run(end, until, AtEnd::allowed));
  if (until > at) return {};
  return refuse(end.node, fmt::format("'{}' must be later than '{}', found '{}'", until_key, at_key,
                                      shown(end.node.text())));
}

Result<std::vector<StoryEvent>> read_events(const Value& value) {
  return read_list<read_events_impl::read_event>(value);
}

Result<Canary> read_canary(const Value& value) {
  using namespace read_events_impl;
  static constexpr std::array fields = {
      field<&Canary::replicas, read_replicas>("replicas", Presence::required),
      field<&Canary::share, read_positive<parse_share>>("share"),
      field<&Canary::at, read_duration>("at", Presence::required),
      field<&Canary::decide_by, read_duration>("decide_by"),
  };
  Canary canary;
  canary.decide_by = value.story.length;
  FORESHOCK_CHECK(read_map(value, fields, canary));
  FORESHOCK_CHECK(check_in_run(Value{"at", value.node.at("at"), value.story}, canary.at, AtEnd::refused));
  if (has_key(value.node, "decide_by"))
    FORESHOCK_CHECK(check_span(value, "at", canary.at, "decide_by", canary.decide_by));
  const auto& all = value.story.engine.replicas;
  if (std::all_of(all.begin(), all.end(), [&](const Replica& replica) {
        return std::find(canary.replicas.begin(), canary.replicas.end(), replica.name) !=
               canary.replicas.end();
      }))
    return refuse(value.node.at("replicas"), "a canary needs a replica to be compared with",
                  "Leave at least one replica out.");
  return canary;
}

}  // namespace foreshock::scenario
