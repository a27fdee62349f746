#pragma once
// YAML with places: every error can say file, line and column. Merge keys (<<) are not applied.
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/option.h"
#include "core/result.h"

namespace foreshock::wire {

// A node of a document; cheap to copy, keeps its document alive.
class YamlNode {
 public:
  // FILE is only named in errors. Errors: bad_config with the place; a second document, tabs as indentation
  // and raw control characters are among them. An empty document is an empty map.
  static Result<YamlNode> parse(std::string_view text, std::string file);

  bool is_map() const;
  bool is_list() const;
  bool is_scalar() const;
  bool is_null() const;
  // The text of a scalar; empty for anything else.
  std::string text() const;
  std::vector<std::pair<YamlNode, YamlNode>> entries() const;
  std::vector<YamlNode> items() const;
  // The value of KEY in a map; a null node when it is absent.
  YamlNode at(std::string_view key) const;
  // "foreshock.yaml:3:5"
  std::string place() const;
  // bad_config at this place.
  tl::unexpected<Error> error(std::string what, std::string hint = "") const;

 private:
  struct Inside;
  explicit YamlNode(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}
  std::shared_ptr<const Inside> inside_;
};

// The keys of a map that have come by, to refuse one that stands there twice.
class SeenKeys {
 public:
  Result<void> note(const YamlNode& key);

 private:
  std::unordered_set<std::string> keys_;
};

// Fills TARGET's members from the keys of MAP by the rows of OPTIONS; a row with the unit "list" takes a list
// too, as the text with commas between its items. SECTIONS are keys that the caller reads
// by itself. Any other key, a key twice, a value of the wrong type or out of range is an error, with its
// place and what may have been meant.
Result<void> read_options(const YamlNode& map, OptionSet options, std::span<const std::string_view> sections,
                          void* target);

}  // namespace foreshock::wire
