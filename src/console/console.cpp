#include "console/console.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "console/api.h"
#include "console/asset_routes.h"
#include "console/replies.h"

namespace foreshock::console {
namespace console_impl {

struct ApiRow {
  std::string_view path;
  Answer answer;
};
constexpr std::array api = {
    ApiRow{"/api/v1/status", status_answer},   ApiRow{"/api/v1/signals", signals_answer},
    ApiRow{"/api/v1/strata", strata_answer},   ApiRow{"/api/v1/series", series_answer},
    ApiRow{"/api/v1/heatmap", heatmap_answer}, ApiRow{"/api/v1/observations", observations_answer},
    ApiRow{"/api/v1/dials", dials_answer},     ApiRow{"/api/v1/actions/pending", pending_actions_answer},
    ApiRow{"/api/v1/findings", nouns_answer},  ApiRow{"/api/v1/diagnoses", nouns_answer},
    ApiRow{"/api/v1/pages", nouns_answer},     ApiRow{"/api/v1/actions", nouns_answer},
    ApiRow{"/api/v1/verdicts", nouns_answer},  ApiRow{"/api/v1/events", nouns_answer},
    ApiRow{"/api/v1/nouns", noun_answer},      ApiRow{"/api/v1/causes", causes_answer},
    ApiRow{"/api/v1/audit", audit_answer},     ApiRow{"/api/v1/ledger", ledger_answer},
    ApiRow{"/api/v1/engines", engines_answer}, ApiRow{"/api/v1/samples", samples_answer},
};
// What changes something: POST, for operators.
constexpr std::array changes = {
    ApiRow{"/api/v1/dials", set_dial_answer},
    ApiRow{"/api/v1/dials/undo", undo_dial_answer},
    ApiRow{"/api/v1/dials/release", release_dials_answer},
    ApiRow{"/api/v1/actions/approve", approve_action_answer},
    ApiRow{"/api/v1/actions/decline", decline_action_answer},
    ApiRow{"/api/v1/engines/act", engine_act_answer},
    ApiRow{"/api/v1/demo/begin", begin_demo_answer},
    ApiRow{"/api/v1/demo/reset", reset_demo_answer},
};

net::HttpReply answer_api(Answer answer, const ConsoleSources& sources, const net::HttpRequest& request) {
  auto body = answer(sources, request);
  if (!body) return refusal(body.error());
  net::HttpReply reply;
  reply.body = std::move(*body);
  return not_cached(std::move(reply));
}

net::HttpReply answer_ready(const ConsoleSources& sources) {
  const Status status = sources.status();
  if (status.draining) return text_reply(503, "stopping");
  const bool ready = std::any_of(status.backends.begin(), status.backends.end(),
                                 [](const BackendStatus& backend) { return backend.healthy; });
  return ready ? text_reply(200, "ready") : text_reply(503, "no backend is healthy");
}

net::HttpReply answer_unknown(const net::HttpRequest& request) {
  std::vector<std::string_view> paths;
  for (const ApiRow& row : api) paths.push_back(row.path);
  return refusal(Error(Code::not_found, fmt::format("nothing is at {}", request.path),
                       fmt::format("The page is at /, the data at {}.", fmt::join(paths, ", "))));
}

net::Route get(std::string_view path, std::function<net::HttpReply(const net::HttpRequest&)> answer) {
  return {"GET", std::string(path), std::move(answer)};
}

std::vector<net::Route> data_routes(const ConsoleSources& sources) {
  std::vector<net::Route> routes;
  const auto answered = [&sources](const ApiRow& row) {
    return [sources, answer = row.answer](const net::HttpRequest& request) {
      return answer_api(answer, sources, request);
    };
  };
  for (const ApiRow& row : api) routes.push_back(get(row.path, answered(row)));
  for (const ApiRow& row : changes) routes.push_back({"POST", std::string(row.path), answered(row)});
  return routes;
}

// They tell nothing but whether it lives, and whoever asks for it knows no names: open to all.
std::vector<net::Route> health_routes(const ConsoleSources& sources) {
  return {get("/healthz", [](const net::HttpRequest&) { return text_reply(200, "ok"); }),
          get("/readyz", [sources](const net::HttpRequest&) { return answer_ready(sources); })};
}

void append(std::vector<net::Route>& all, std::vector<net::Route> more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

}  // namespace console_impl

std::vector<net::Route> routes(ConsoleSources sources) {
  using namespace console_impl;
  const auto gate = sources.gate ? sources.gate : Gatekeeper::make({}, sources.clock);
  std::vector<net::Route> all;
  for (net::Route& route : asset_routes(embedded_assets())) all.push_back(gate->hosted(std::move(route)));
  append(all, gate->sign_in_routes());
  for (net::Route& route : data_routes(sources)) all.push_back(gate->protect(std::move(route)));
  append(all, health_routes(sources));
  all.push_back(gate->hosted(get("/*", answer_unknown)));
  std::transform(all.begin(), all.end(), all.begin(),
                 [](net::Route& route) { return guarded(std::move(route)); });
  return all;
}

}  // namespace foreshock::console
