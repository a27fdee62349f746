#include "scenario/values.h"

namespace foreshock::scenario {

Result<std::string> read_scalar(const Value& value) {
  if (!value.node.is_scalar()) return refuse(value.node, fmt::format("'{}' needs a single value", value.key));
  return value.node.text();
}

Result<std::string> read_name_among(const Value& value, std::string_view kind,
                                    const std::vector<std::string_view>& known) {
  FORESHOCK_TRY(std::string name, read_scalar(value));
  if (std::find(known.begin(), known.end(), name) == known.end())
    return refuse_name(value.node, kind, name, known);
  return name;
}

}  // namespace foreshock::scenario
