// The dials and their leases, and how they are turned by hand.
#include <array>

#include <fmt/format.h>

#include "console/api.h"
#include "console/dial_values.h"
#include "console/query.h"
#include "wire/json_body.h"

namespace foreshock::console {
namespace dials_answer_impl {

Json to_json(const DialSpec& dial) {
  return {{"name", dial.name}, {"unit", dial.unit},   {"min", dial.min},
          {"max", dial.max},   {"whole", dial.whole}, {"help", dial.help}};
}

Json to_json(const Lease& lease) {
  Json json = console::to_json(lease.setting);
  json["since"] = unix_seconds(lease.since);
  json["who"] = lease.warrant.who;
  json["automatic"] = lease.warrant.automatic;
  json["because"] = ids(lease.warrant.because);
  return json;
}

Result<DialBoard*> board_of(const ConsoleSources& sources) {
  if (sources.dials != nullptr) return sources.dials;
  return fail(Code::not_found, "this service has no dials");
}

}  // namespace dials_answer_impl

Result<std::string> dials_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  using namespace dials_answer_impl;
  FORESHOCK_CHECK(Query::parse(request.query, {}));
  FORESHOCK_TRY(DialBoard * board, board_of(sources));
  Json dials = Json::array(), leases = Json::array();
  for (const DialSpec& dial : board->dials()) dials.push_back(dials_answer_impl::to_json(dial));
  for (const Lease& lease : board->list(sources.clock.now()))
    leases.push_back(dials_answer_impl::to_json(lease));
  return to_text(Json{{"stopped", board->stopped()}, {"dials", dials}, {"leases", leases}});
}

Result<std::string> set_dial_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  using namespace dials_answer_impl;
  constexpr std::array<std::string_view, 5> keys = {"dial", "value", "for_s", "scope", "who"};
  FORESHOCK_TRY(DialBoard * board, board_of(sources));
  FORESHOCK_TRY(const auto body, wire::read_json_body(request.body, keys));
  FORESHOCK_TRY(const auto dial, wire::text_member(body, "dial", longest_name));
  FORESHOCK_TRY(const auto value, wire::number_member(body, "value"));
  FORESHOCK_TRY(const auto lasts, wire::number_member(body, "for_s"));
  FORESHOCK_TRY(const auto scope, wire::scope_member(body, "scope"));
  FORESHOCK_TRY(const Warrant warrant, warrant_of(request, body));
  if (!dial || !lasts || !body.contains("value"))
    return fail(Code::bad_request, "a dial is set with 'dial', 'value' and 'for_s'",
                "The value null leaves it to the engine.");
  if (!(*lasts > 0 && *lasts <= seconds(longest_lease)))
    return fail(Code::bad_request,
                fmt::format("'for_s' expected at most {} seconds, found {}", seconds(longest_lease), *lasts),
                "Set the dial again to go on.");
  FORESHOCK_CHECK(wire::check_replica(scope.value_or(Stratum{}), sources.status().replicas));
  const Instant now = sources.clock.now();
  DialSetting setting;
  setting.dial = *dial;
  setting.scope = scope.value_or(Stratum{});
  setting.value = value;
  setting.until = now + from_seconds(*lasts);
  FORESHOCK_TRY(const DialSetting set, board->set(std::move(setting), warrant, now));
  return to_text(to_json(set));
}

Result<std::string> undo_dial_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  using namespace dials_answer_impl;
  constexpr std::array<std::string_view, 4> keys = {"dial", "scope", "all", "who"};
  FORESHOCK_TRY(DialBoard * board, board_of(sources));
  FORESHOCK_TRY(const auto body, wire::read_json_body(request.body, keys));
  FORESHOCK_TRY(const auto dial, wire::text_member(body, "dial", longest_name));
  FORESHOCK_TRY(const auto scope, wire::scope_member(body, "scope"));
  FORESHOCK_TRY(const Warrant warrant, warrant_of(request, body));
  const bool all = body.contains("all") && body["all"] == true;
  if (all == dial.has_value() || (all && scope))
    return fail(Code::bad_request, R"(an undo names a 'dial', or says "all": true)",
                "All of them stops automatic settings too.");
  const Instant now = sources.clock.now();
  if (all) return to_text(Json{{"undone", board->undo_all(warrant, now)}, {"stopped", true}});
  FORESHOCK_CHECK(board->undo(*dial, scope, warrant, now));
  return to_text(Json{{"stopped", board->stopped()}});
}

Result<std::string> release_dials_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  constexpr std::array<std::string_view, 1> keys = {"who"};
  FORESHOCK_TRY(DialBoard * board, dials_answer_impl::board_of(sources));
  FORESHOCK_TRY(const auto body, wire::read_json_body(request.body, keys));
  FORESHOCK_TRY(const Warrant warrant, warrant_of(request, body));
  board->release(warrant, sources.clock.now());
  return to_text(Json{{"stopped", board->stopped()}});
}

Result<std::string> audit_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  constexpr std::array<std::string_view, 1> parameters = {"limit"};
  FORESHOCK_TRY(const Query query, Query::parse(request.query, parameters));
  FORESHOCK_TRY(const int64_t limit, query.integer("limit", 100, 1, 1'000));
  if (!sources.audit) return fail(Code::not_found, "this service keeps no audit log");
  return fmt::format(R"({{"deeds":[{}]}})", fmt::join(sources.audit(static_cast<size_t>(limit)), ","));
}

}  // namespace foreshock::console
