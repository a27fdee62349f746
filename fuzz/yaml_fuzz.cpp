// A YAML text is read whole or refused with its place.
#include "gateway/options.h"
#include "input.h"
#include "wire/yaml.h"

namespace foreshock::fuzz {

// An alias may stand for much, or for itself: only LEFT nodes are visited.
void walk(const wire::YamlNode& node, int& left) {
  if (--left < 0) return;
  FORESHOCK_MUST(node.place().starts_with("f"));
  FORESHOCK_MUST(node.is_scalar() || node.text().empty());
  for (const wire::YamlNode& item : node.items()) walk(item, left);
  wire::SeenKeys seen;
  for (const auto& [key, value] : node.entries()) {
    static_cast<void>(seen.note(key));
    walk(value, left);
  }
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  const auto node = wire::YamlNode::parse({reinterpret_cast<const char*>(data), size}, "f");
  if (!node) {
    FORESHOCK_MUST(node.error().code() == Code::bad_config && node.error().what().starts_with("f:"));
    return 0;
  }
  int left = 1000;
  fuzz::walk(*node, left);
  if (!node->is_map()) return 0;
  gateway::LimitOptions limits;
  static_cast<void>(wire::read_options(*node, gateway::limit_options(), {}, &limits));
  return 0;
}
