#include "wire/request_reader.h"

#include <fmt/format.h>

#include "wire/json_access.h"
#include "wire/lenient_json.h"

namespace foreshock::wire {
namespace request_reader_impl {

int64_t turns_of(JsonObject root) {
  for (std::string_view key : {"messages", "input"})
    if (const auto items = array_of(root, key)) return static_cast<int64_t>(items->size());
  return 1;
}

bool streams(Dialect dialect, JsonObject root) {
  if (const auto stream = member(root, "stream")) {
    bool value = false;
    return stream->get(value) == simdjson::SUCCESS && value;
  }
  return dialect == Dialect::ollama;
}

}  // namespace request_reader_impl

Result<RequestFacts> read_request(Dialect dialect, std::string_view body) {
  JsonObject root;
  JsonValue value;
  const JsonRead outcome = parse_json(body, value);
  if (outcome == JsonRead::broken)
    return fail(Code::bad_request, fmt::format("the body is not valid JSON: {}", json_error()));
  if (outcome == JsonRead::beyond_us) return RequestFacts{};
  if (value.get(root) != simdjson::SUCCESS)
    return fail(Code::bad_request, "the body is JSON, but not an object");
  RequestFacts facts;
  facts.model = text_of(root, "model");
  facts.stream = request_reader_impl::streams(dialect, root);
  const auto tools = array_of(root, "tools");
  facts.tools = tools && tools->size() > 0;
  facts.turns = request_reader_impl::turns_of(root);
  return facts;
}

}  // namespace foreshock::wire
