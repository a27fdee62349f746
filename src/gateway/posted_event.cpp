#include "gateway/posted_event.h"

#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/event_kinds.h"
#include "core/shown.h"
#include "wire/json_body.h"

namespace foreshock::gateway {
namespace posted_event_impl {

constexpr std::array<std::string_view, 5> keys = {"kind", "at", "until", "text", "scope"};
constexpr size_t longest_kind = 64, longest_text = 500;  // bytes
constexpr auto farthest = std::chrono::hours(24 * 400);  // as long as series are kept, either way

Result<EventKind> read_kind(const nlohmann::json& body) {
  std::vector<std::string_view> names;
  for (const EventKindRow& row : event_kinds) names.push_back(row.name);
  const auto hint = fmt::format("One of: {}.", fmt::join(names, ", "));
  FORESHOCK_TRY(const auto name, wire::text_member(body, "kind", longest_kind));
  if (!name) return fail(Code::bad_request, "an event needs a 'kind'", hint);
  if (const EventKindRow* row = find_by_name(std::span<const EventKindRow>(event_kinds), *name))
    return row->value;
  return fail(Code::bad_request,
              fmt::format("unknown kind of event '{}'.{}", *name, did_you_mean(*name, names)), hint);
}

}  // namespace posted_event_impl

Result<Event> read_event(std::string_view body, Instant now) {
  using namespace posted_event_impl;
  FORESHOCK_TRY(const auto json, wire::read_json_body(body, keys));
  Event event;
  FORESHOCK_TRY(event.kind, read_kind(json));
  FORESHOCK_TRY(const auto at, wire::time_member(json, "at"));
  FORESHOCK_TRY(event.until, wire::time_member(json, "until"));
  FORESHOCK_TRY(const auto text, wire::text_member(json, "text", longest_text));
  FORESHOCK_TRY(const auto scope, wire::scope_member(json, "scope"));
  event.at = at.value_or(now);
  event.scope = scope.value_or(Stratum{});
  event.about = escaped(text.value_or(""));
  event.posted = true;
  const Instant end = event.until.value_or(event.at);
  if (end < event.at)
    return fail(Code::bad_request, "'until' is before 'at'", "An event ends after it began.");
  if (event.at < now - farthest || end > now + farthest)
    return fail(Code::bad_request, "the event is more than 400 days away", "Look at 'at' and 'until'.");
  return event;
}

}  // namespace foreshock::gateway
