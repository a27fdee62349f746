// A member set in JSON reads back as set, and nothing else is another; setting it twice changes nothing more.
#include "wire/json_edit.h"

#include <nlohmann/json.hpp>

#include "input.h"
#include "wire/lenient_json.h"

namespace foreshock::fuzz {

using nlohmann::json;

json object_in(std::string_view text) {
  json object = json::parse(text, nullptr, false);
  return object.is_object() ? object : json(nullptr);
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  simdjson::dom::element root;
  const bool read = wire::parse_json(text, root) == wire::JsonRead::read;
  const auto edited = wire::with_member(text, "n", "[7]");
  fuzz::json before = fuzz::object_in(text);
  if (!before.is_object()) return 0;
  FORESHOCK_MUST(edited.has_value());
  fuzz::json after = fuzz::object_in(*edited);
  FORESHOCK_MUST(after.is_object() && after["n"] == fuzz::json::array({7}));
  if (read) FORESHOCK_MUST(wire::parse_json(*edited, root) == wire::JsonRead::read);
  before.erase("n");
  after.erase("n");
  FORESHOCK_MUST(before == after);
  FORESHOCK_MUST(wire::with_member(*edited, "n", "[7]") == edited);
  return 0;
}
