#include "wire/yaml.h"

#include <algorithm>

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/yaml.h>

#include "core/catalog.h"
#include "core/shown.h"
#include "wire/yaml_documents.h"
#include "wire/yaml_text.h"

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

Result<std::string> scalar_text(const YamlNode& key, const YamlNode& value) {
  if (value.is_scalar()) return value.text();
  return value.error(fmt::format("'{}' needs a single value", key.text()));
}

// [a, b] as "a, b", which may be written too.
Result<std::string> list_text(const YamlNode& key, const YamlNode& value) {
  if (!value.is_list()) return scalar_text(key, value);
  std::vector<std::string> texts;
  for (const YamlNode& item : value.items()) {
    FORESHOCK_TRY(std::string text, scalar_text(key, item));
    texts.push_back(std::move(text));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

Result<void> read_option(const YamlNode& key, const YamlNode& value, const OptionRow& row, void* target) {
  FORESHOCK_TRY(const std::string text, row.unit == "list" ? list_text(key, value) : scalar_text(key, value));
  const auto set = set_option(row, target, text);
  if (!set) return value.error(fmt::format("'{}' {}", key.text(), set.error().what()));
  return {};
}

// The document of TEXT; of several, those after the first must hold nothing.
Result<YAML::Node> load(std::string_view text, std::string_view file) {
  try {
    if (const auto place = endless_documents(text))
      return fail(
          Error(Code::bad_config, "nothing can begin with this character", "Put quotes around the text.")
              .at(place->in(file)));
    const std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
    for (size_t i = 1; i < documents.size(); ++i)
      if (!documents[i].IsNull())
        return fail(Error(Code::bad_config, "a second document begins here, and a file holds one",
                          "Give it a file of its own.")
                        .at(place_of(file, documents[i].Mark())));
    const bool is_empty = documents.empty() || documents.front().IsNull();
    return is_empty ? YAML::Node(YAML::NodeType::Map) : documents.front();
  } catch (const YAML::DeepRecursion& error) {
    return fail(Error(Code::bad_config, "nested too deeply", "Nothing here needs more than a few levels.")
                    .at(place_of(file, error.mark)));
  } catch (const YAML::Exception& error) {
    if (const auto tab = tab_in_indentation(text, error.mark.line))
      return fail(Error(Code::bad_config, "YAML takes no tabs for indentation", "Indent with spaces.")
                      .at(tab->in(file)));
    return fail(
        Error(Code::bad_config, error.msg, "Mend the YAML at this place.").at(place_of(file, error.mark)));
  }
}

}  // namespace yaml_impl

Result<YamlNode> YamlNode::parse(std::string_view text, std::string file) {
  if (const auto place = forbidden_character(text))
    return fail(Error(Code::bad_config,
                      fmt::format("YAML holds no character '{}'", shown(text.substr(place->byte, 1))),
                      "Take it out, or save the file as UTF-8; in double quotes YAML has escapes for it.")
                    .at(place->in(file)));
  const auto name = std::make_shared<const std::string>(std::move(file));
  FORESHOCK_TRY(YAML::Node root, yaml_impl::load(text, *name));
  return YamlNode(std::make_shared<const Inside>(Inside{std::move(root), name}));
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

Result<void> SeenKeys::note(const YamlNode& key) {
  if (keys_.insert(key.text()).second) return {};
  return key.error(fmt::format("the key '{}' stands here twice", shown(key.text())));
}

Result<void> read_options(const YamlNode& map, OptionSet options, std::span<const std::string_view> sections,
                          void* target) {
  if (!map.is_map()) return map.error("expected keys with values here");
  std::vector<std::string_view> known = names_of(options);
  known.insert(known.end(), sections.begin(), sections.end());
  SeenKeys seen;
  for (const auto& [key, value] : map.entries()) {
    FORESHOCK_CHECK(seen.note(key));
    if (std::find(sections.begin(), sections.end(), key.text()) != sections.end()) continue;
    const OptionRow* row = find_by_name(options, key.text());
    if (row == nullptr)
      return key.error(
          fmt::format("unknown key '{}'.{}", shown(key.text()), did_you_mean(key.text(), known)));
    FORESHOCK_CHECK(yaml_impl::read_option(key, value, *row, target));
  }
  return {};
}

}  // namespace foreshock::wire
