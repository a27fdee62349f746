#include "enginesim/dials_page.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "enginesim/api_pages.h"
#include "wire/json_depth.h"

namespace foreshock::enginesim {
namespace dials_page_impl {

using Json = nlohmann::ordered_json;

net::HttpReply refuse(int status, std::string message, std::string dial = "") {
  return error_reply({status, std::move(message), std::move(dial), "invalid_dials"});
}
net::HttpReply refuse(const Error& error, std::string dial) {
  return refuse(400, error.text(), std::move(dial));
}

net::HttpReply page_of(const FixedDials& dials) {
  Json page = Json::object();
  for (const DialRow& row : enginesim::dials()) {
    const auto value = dials.at(row.dial);
    if (!value) continue;
    if (row.type == DialType::flag)
      page[std::string(row.name)] = true;
    else
      page[std::string(row.name)] = *value;
  }
  net::HttpReply reply;
  reply.body = page.dump();
  return reply;
}

Result<void> set(FixedDials& dials, const std::string& name, const Json& value) {
  if (value.is_null()) return dials.unset(name);
  return dials.set(name, value.is_string() ? value.get<std::string>() : value.dump());
}

net::HttpReply turn(const net::HttpRequest& request, const DialsSeat& seat) {
  const Json wanted = wire::is_too_deep(request.body) ? Json() : Json::parse(request.body, nullptr, false);
  if (!wanted.is_object() || wanted.empty())
    return refuse(400, R"(Send a JSON object such as {"error.5xx": 0.1}; null takes a dial back.)");
  FixedDials dials = seat.dials;
  for (const auto& [name, value] : wanted.items())
    if (const auto done = set(dials, name, value); !done) return refuse(done.error(), name);
  if (dials.speculates() && seat.spec.draft_length == 0)
    return refuse(400, "This replica does not draft. Start it with --dial spec.draft_length=5.");
  seat.turn(std::move(dials));
  return page_of(seat.dials);
}

}  // namespace dials_page_impl

net::HttpReply dials_page(const net::HttpRequest& request, const DialsSeat& seat) {
  using namespace dials_page_impl;
  if (!request.from_this_machine) return refuse(403, "Dials are turned from this machine only.");
  if (request.headers.find("origin")) return refuse(403, "Dials are not turned from a page in a browser.");
  if (request.method == "POST") return turn(request, seat);
  if (request.method == "GET" || request.method == "HEAD") return page_of(seat.dials);
  return wrong_method_reply("GET, POST", request);
}

}  // namespace foreshock::enginesim
