// What the loop made: findings, diagnoses, pages, actions, verdicts and events, as they were written down.
#include <array>

#include <fmt/format.h>

#include "console/api.h"
#include "console/json_values.h"
#include "console/query.h"
#include "core/catalog.h"

namespace foreshock::console {
namespace nouns_answer_impl {

constexpr std::array<std::string_view, 3> parameters = {"from", "to", "limit"};
constexpr std::array<std::string_view, 1> of_one = {"id"};
constexpr double latest = 9e9;  // the year 2255: what 64 bits of nanoseconds hold

struct Many {
  std::string_view name;  // the end of the path, and the member of the answer
  Noun noun;
};
constexpr std::array many = {
    Many{"findings", Noun::finding}, Many{"diagnoses", Noun::diagnosis}, Many{"pages", Noun::page},
    Many{"actions", Noun::action},   Many{"verdicts", Noun::verdict},    Many{"events", Noun::event},
};

}  // namespace nouns_answer_impl

Result<std::string> nouns_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  using namespace nouns_answer_impl;
  const std::string_view path = request.path;
  const Many* kind = find_by_name<Many>(many, path.substr(path.rfind('/') + 1));
  if (kind == nullptr) return fail(Code::not_found, fmt::format("nothing is at {}", path));
  FORESHOCK_TRY(const Query query, Query::parse(request.query, parameters));
  FORESHOCK_TRY(const double from, query.number("from", 0, 0, latest));
  FORESHOCK_TRY(const double to, query.number("to", latest, 0, latest));
  FORESHOCK_TRY(const int64_t limit, query.integer("limit", 100, 1, 1'000));
  std::vector<std::string> bodies;
  for (store::KeptNoun& noun : sources.store.nouns(kind->noun, at_unix_seconds(from), at_unix_seconds(to),
                                                   static_cast<size_t>(limit)))
    bodies.push_back(std::move(noun.body));
  return fmt::format(R"({{"{}":[{}]}})", kind->name, fmt::join(bodies, ","));
}

Result<std::string> noun_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  FORESHOCK_TRY(const Query query, Query::parse(request.query, nouns_answer_impl::of_one));
  const std::string_view text = query.find("id").value_or("");
  const auto id = parse_identity(text);
  if (!id)
    return fail(Code::bad_request, fmt::format("id expected an id, found '{}'", text),
                "Give one as it stands in the lists: id=finding-0000000000000007.");
  auto noun = sources.store.noun(*id);
  if (!noun) return fail(Code::not_found, fmt::format("there is no {}", text), "They are kept for 400 days.");
  return std::move(noun->body);
}

Result<std::string> causes_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  FORESHOCK_CHECK(Query::parse(request.query, {}));
  Json causes = Json::array();
  for (const CauseText& cause : sources.causes)
    causes.push_back(Json{{"name", cause.name}, {"what", cause.what}, {"advice", cause.advice}});
  return to_text(Json{{"causes", causes}});
}

}  // namespace foreshock::console
