// Suggested actions, and the word of a person on them.
#include <array>

#include "console/api.h"
#include "console/dial_values.h"
#include "console/query.h"
#include "wire/json_body.h"

namespace foreshock::console {
namespace actions_answer_impl {

constexpr std::array<std::string_view, 2> keys = {"id", "who"};

struct Word {
  Approvals* approvals;
  Identity action;
  std::string who;
};

Result<Approvals*> approvals_of(const ConsoleSources& sources) {
  if (sources.approvals != nullptr) return sources.approvals;
  return fail(Code::not_found, "this service suggests nothing");
}

Result<Word> read_word(const ConsoleSources& sources, const net::HttpRequest& request) {
  Word word{};
  FORESHOCK_TRY(word.approvals, approvals_of(sources));
  FORESHOCK_TRY(const auto body, wire::read_json_body(request.body, keys));
  FORESHOCK_TRY(const auto id, wire::text_member(body, "id", longest_name));
  FORESHOCK_TRY(const Warrant warrant, warrant_of(request, body));
  const auto action = id ? parse_identity(*id) : std::nullopt;
  if (!action || action->noun != Noun::action)
    return fail(Code::bad_request, "'id' expected the id of an action",
                "GET /api/v1/actions/pending lists them.");
  word.action = *action;
  word.who = warrant.who;
  return word;
}

Json to_json(const Action& action) {
  Json json = {{"id", to_text(action.id)}, {"policy", action.policy}, {"at", unix_seconds(action.at)}};
  json.update(console::to_json(action.setting));
  json["because"] = ids(action.because);
  return json;
}

}  // namespace actions_answer_impl

Result<std::string> pending_actions_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  FORESHOCK_CHECK(Query::parse(request.query, {}));
  FORESHOCK_TRY(const Approvals* approvals, actions_answer_impl::approvals_of(sources));
  Json actions = Json::array();
  for (const Action& action : approvals->pending(sources.clock.now()))
    actions.push_back(actions_answer_impl::to_json(action));
  return to_text(Json{{"actions", actions}});
}

Result<std::string> approve_action_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  FORESHOCK_TRY(const auto word, actions_answer_impl::read_word(sources, request));
  FORESHOCK_TRY(const DialSetting set, word.approvals->approve(word.action, word.who, sources.clock.now()));
  return to_text(to_json(set));
}

Result<std::string> decline_action_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  FORESHOCK_TRY(const auto word, actions_answer_impl::read_word(sources, request));
  FORESHOCK_CHECK(word.approvals->decline(word.action, word.who, sources.clock.now()));
  return to_text(Json{{"declined", to_text(word.action)}});
}

}  // namespace foreshock::console
