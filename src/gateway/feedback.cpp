#include "gateway/feedback.h"

#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/identity.h"
#include "core/shown.h"

namespace foreshock::gateway {
namespace feedback_impl {

using Json = nlohmann::json;

constexpr size_t longest_body = 4096;
constexpr const char* shape =
    R"(Send {"request": "observation-…", "rating": "up"}; the id is the answer's header x-foreshock-id.)";

std::optional<double> value_of(const Json& rating) {
  if (rating == "up") return 1;
  if (rating == "down") return 0;
  if (!rating.is_number()) return std::nullopt;
  const double value = rating.get<double>();
  return value >= 0 && value <= 1 ? std::optional(value) : std::nullopt;
}

}  // namespace feedback_impl

Result<Rating> read_rating(std::string_view body, uint64_t next) {
  using namespace feedback_impl;
  if (body.size() > longest_body)
    return fail(Code::too_large,
                fmt::format("feedback may have {} bytes, found {}", longest_body, body.size()));
  const Json json = Json::parse(body, nullptr, false);
  if (!json.is_object()) return fail(Code::bad_request, "the body is no JSON object", shape);
  for (const auto& [key, value] : json.items())
    if (key != "request" && key != "rating")
      return fail(Code::bad_request, fmt::format("unknown key '{}'", shown(key)), shape);
  const auto request = json.find("request"), rating = json.find("rating");
  if (request == json.end() || !request->is_string())
    return fail(Code::bad_request, "'request' expected the id of an answer", shape);
  const auto id = parse_identity(request->get_ref<const std::string&>());
  if (!id || id->noun != Noun::observation)
    return fail(
        Code::bad_request,
        fmt::format("'request' expected the id of an answer, found '{}'", shown(request->get<std::string>())),
        shape);
  const auto value = rating == json.end() ? std::nullopt : value_of(*rating);
  if (!value)
    return fail(Code::bad_request, "'rating' expected \"up\", \"down\" or a number from 0 to 1", shape);
  if (id->number >= next)
    return fail(Code::not_found, fmt::format("there is no request '{}'", to_text(*id)), shape);
  return Rating{id->number, *value};
}

}  // namespace foreshock::gateway
