#include "console/console.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "console/api.h"
#include "console/asset_routes.h"
#include "console/change_guard.h"
#include "net/http_server.h"

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
    ApiRow{"/api/v1/audit", audit_answer},
};
// What changes something: POST, behind the guard.
constexpr std::array changes = {
    ApiRow{"/api/v1/dials", set_dial_answer},
    ApiRow{"/api/v1/dials/undo", undo_dial_answer},
    ApiRow{"/api/v1/dials/release", release_dials_answer},
    ApiRow{"/api/v1/actions/approve", approve_action_answer},
    ApiRow{"/api/v1/actions/decline", decline_action_answer},
    ApiRow{"/api/v1/demo/begin", begin_demo_answer},
    ApiRow{"/api/v1/demo/reset", reset_demo_answer},
};

constexpr std::string_view content_policy =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

net::HttpReply not_cached(net::HttpReply reply) {
  reply.headers.emplace_back("Cache-Control", "no-store");
  return reply;
}

net::HttpReply text_reply(int status, std::string text) {
  net::HttpReply reply;
  reply.status = status;
  reply.content_type = "text/plain; charset=utf-8";
  reply.body = std::move(text) + "\n";
  return not_cached(std::move(reply));
}

net::HttpReply answer_api(Answer answer, const ConsoleSources& sources, const net::HttpRequest& request) {
  auto body = answer(sources, request);
  if (!body) return not_cached(net::error_reply(body.error()));
  net::HttpReply reply;
  reply.body = std::move(*body);
  return not_cached(std::move(reply));
}

net::HttpReply answer_ready(const ConsoleSources& sources) {
  const Status status = sources.status();
  const bool ready = std::any_of(status.backends.begin(), status.backends.end(),
                                 [](const BackendStatus& backend) { return backend.healthy; });
  return ready ? text_reply(200, "ready") : text_reply(503, "no backend is healthy");
}

net::HttpReply answer_unknown(const net::HttpRequest& request) {
  std::vector<std::string_view> paths;
  for (const ApiRow& row : api) paths.push_back(row.path);
  return not_cached(
      net::error_reply(Error(Code::not_found, fmt::format("nothing is at {}", request.path),
                             fmt::format("The page is at /, the data at {}.", fmt::join(paths, ", ")))));
}

net::Route get(std::string_view path, std::function<net::HttpReply(const net::HttpRequest&)> answer) {
  return {"GET", std::string(path), std::move(answer)};
}

std::vector<net::Route> data_routes(const ConsoleSources& sources) {
  std::vector<net::Route> routes;
  for (const ApiRow& row : api)
    routes.push_back(get(row.path, [sources, answer = row.answer](const net::HttpRequest& request) {
      return answer_api(answer, sources, request);
    }));
  for (const ApiRow& row : changes)
    routes.push_back(
        {"POST", std::string(row.path), [sources, answer = row.answer](const net::HttpRequest& request) {
           const auto may = may_change(request);
           return may ? answer_api(answer, sources, request) : not_cached(net::error_reply(may.error()));
         }});
  routes.push_back(get("/healthz", [](const net::HttpRequest&) { return text_reply(200, "ok"); }));
  routes.push_back(get("/readyz", [sources](const net::HttpRequest&) { return answer_ready(sources); }));
  routes.push_back(get("/*", answer_unknown));
  return routes;
}

// The headers that each answer carries, good or bad.
net::Route guarded(net::Route route) {
  route.answer = [answer = std::move(route.answer)](const net::HttpRequest& request) {
    net::HttpReply reply = answer(request);
    reply.headers.emplace_back("Content-Security-Policy", content_policy);
    reply.headers.emplace_back("X-Content-Type-Options", "nosniff");
    return reply;
  };
  return route;
}

}  // namespace console_impl

std::vector<net::Route> routes(ConsoleSources sources) {
  std::vector<net::Route> all = asset_routes(embedded_assets());
  for (net::Route& route : console_impl::data_routes(sources)) all.push_back(std::move(route));
  std::transform(all.begin(), all.end(), all.begin(),
                 [](net::Route& route) { return console_impl::guarded(std::move(route)); });
  return all;
}

}  // namespace foreshock::console
