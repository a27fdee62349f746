#include "wire/yaml.h"

#include <algorithm>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "core/catalog.h"

namespace foreshock::wire {

struct YamlNode::Inside {
  YAML::Node node;
  std::shared_ptr<const std::string> file;
};

namespace yaml_impl {

// yaml-cpp counts lines and columns from 0; nodes that stand nowhere have -1.
std::string place_of(std::string_view file, const YAML::Mark& mark) {
  return mark.is_null() ? std::string(file) : fmt::format("{}:{}:{}", file, mark.line + 1, mark.column + 1);
}

Result<void> read_option(const YamlNode& key, const YamlNode& value, const OptionRow& row, void* target) {
  if (!value.is_scalar()) return value.error(fmt::format("'{}' needs a single value", key.text()));
  const auto set = set_option(row, target, value.text());
  if (!set) return value.error(fmt::format("'{}' {}", key.text(), set.error().what()));
  return {};
}

}  // namespace yaml_impl

Result<YamlNode> YamlNode::parse(std::string_view text, std::string file) {
  const auto name = std::make_shared<const std::string>(std::move(file));
  try {
    YAML::Node root = YAML::Load(std::string(text));
    if (root.IsNull()) root = YAML::Node(YAML::NodeType::Map);
    return YamlNode(std::make_shared<const Inside>(Inside{root, name}));
  } catch (const YAML::Exception& error) {
    return fail(Error(Code::bad_config, error.msg, "Mend the YAML at this place.")
                    .at(yaml_impl::place_of(*name, error.mark)));
  }
}

bool YamlNode::is_map() const {
  return inside_->node.IsMap();
}
bool YamlNode::is_list() const {
  return inside_->node.IsSequence();
}
bool YamlNode::is_scalar() const {
  return inside_->node.IsScalar();
}
bool YamlNode::is_null() const {
  return !inside_->node.IsDefined() || inside_->node.IsNull();
}
std::string YamlNode::text() const {
  return is_scalar() ? inside_->node.Scalar() : std::string();
}

std::vector<std::pair<YamlNode, YamlNode>> YamlNode::entries() const {
  std::vector<std::pair<YamlNode, YamlNode>> out;
  if (!is_map()) return out;
  for (const auto& entry : inside_->node)
    out.emplace_back(YamlNode(std::make_shared<const Inside>(Inside{entry.first, inside_->file})),
                     YamlNode(std::make_shared<const Inside>(Inside{entry.second, inside_->file})));
  return out;
}

std::vector<YamlNode> YamlNode::items() const {
  std::vector<YamlNode> out;
  if (!is_list()) return out;
  for (const auto& item : inside_->node)
    out.push_back(YamlNode(std::make_shared<const Inside>(Inside{item, inside_->file})));
  return out;
}

YamlNode YamlNode::at(std::string_view key) const {
  for (const auto& [name, value] : entries())
    if (name.text() == key) return value;
  return YamlNode(std::make_shared<const Inside>(Inside{YAML::Node(), inside_->file}));
}

std::string YamlNode::place() const {
  return yaml_impl::place_of(*inside_->file, inside_->node.Mark());
}

tl::unexpected<Error> YamlNode::error(std::string what, std::string hint) const {
  return fail(Error(Code::bad_config, std::move(what), std::move(hint)).at(place()));
}

Result<void> read_options(const YamlNode& map, OptionSet options, std::span<const std::string_view> sections,
                          void* target) {
  if (!map.is_map()) return map.error("expected keys with values here");
  std::vector<std::string_view> known = names_of(options);
  known.insert(known.end(), sections.begin(), sections.end());
  std::vector<std::string> seen;
  for (const auto& [key, value] : map.entries()) {
    if (std::find(seen.begin(), seen.end(), key.text()) != seen.end())
      return key.error(fmt::format("the key '{}' stands here twice", key.text()));
    seen.push_back(key.text());
    if (std::find(sections.begin(), sections.end(), key.text()) != sections.end()) continue;
    const OptionRow* row = find_by_name(options, key.text());
    if (row == nullptr)
      return key.error(fmt::format("unknown key '{}'.{}", key.text(), did_you_mean(key.text(), known)));
    FORESHOCK_CHECK(yaml_impl::read_option(key, value, *row, target));
  }
  return {};
}

}  // namespace foreshock::wire
