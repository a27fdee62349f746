#include "enginesim/json_answer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "enginesim/prose.h"

namespace foreshock::enginesim {
namespace json_answer_impl {

using Json = nlohmann::ordered_json;

constexpr int deepest = 8;  // a schema that refers to itself ends there
constexpr double optional_share = 0.5;
// What a schema can ask for, so that none costs more than an answer should.
constexpr int64_t most_items = 50;
constexpr int longest_text = 2000;
constexpr int64_t sample_tokens = 8;  // of a text about which nothing is known

struct Example {
  std::string_view name, value;
};
// By the name of the property, or by `format`; the first that the name contains.
constexpr auto examples = std::to_array<Example>({{"date-time", "2026-03-14T09:26:53Z"},
                                                  {"date", "2026-03-14"},
                                                  {"time", "09:26:53"},
                                                  {"email", "ada@example.com"},
                                                  {"uri", "https://example.com/a"},
                                                  {"url", "https://example.com/a"},
                                                  {"uuid", "123e4567-e89b-42d3-a456-426614174000"},
                                                  {"country", "France"},
                                                  {"currency", "EUR"},
                                                  {"name", "Ada"}});
constexpr auto place_names = std::to_array<std::string_view>({"city", "location", "place", "town"});

class Writer {
 public:
  Writer(const Json& root, Random& random, Language language)
      : root_(root), random_(random), language_(language) {}

  Json value(const Json& schema, const std::string& name, int depth) {
    if (!schema.is_object()) return text(Json::object(), name);
    if (schema.contains("const")) return schema["const"];
    if (const Json& choices = field(schema, "enum"); choices.is_array() && !choices.empty())
      return choices[random_.below(choices.size())];
    if (const Json* target = referred(schema); target && depth < deepest)
      return value(*target, name, depth + 1);
    for (const char* choice : {"anyOf", "oneOf"})
      if (const Json& options = field(schema, choice); options.is_array() && !options.empty())
        return value(options[0], name, depth + 1);
    return of_type(type_of(schema), schema, name, depth);
  }

 private:
  static const Json& field(const Json& schema, const char* name) {
    static const Json none;
    const auto found = schema.find(name);
    return found == schema.end() ? none : *found;
  }
  static int64_t count(const Json& schema, const char* name, int64_t otherwise) {
    const Json& number = field(schema, name);
    return number.is_number()
               ? static_cast<int64_t>(std::clamp(number.get<double>(), 0.0, double{longest_text}))
               : otherwise;
  }

  // The target of "#/…"; nothing for others.
  const Json* referred(const Json& schema) const {
    const Json& reference = field(schema, "$ref");
    if (!reference.is_string() || !reference.get_ref<const std::string&>().starts_with("#/")) return nullptr;
    try {
      return &root_.at(Json::json_pointer(reference.get_ref<const std::string&>().substr(1)));
    } catch (const Json::exception&) {
      return nullptr;
    }
  }

  // The first type that is not null; guessed where none is named.
  static std::string type_of(const Json& schema) {
    const Json& type = field(schema, "type");
    if (type.is_string()) return type;
    if (type.is_array())
      for (const Json& one : type)
        if (one.is_string() && one != "null") return one;
    if (schema.contains("items")) return "array";
    return schema.contains("properties") || schema.contains("allOf") ? "object" : "string";
  }

  Json of_type(const std::string& type, const Json& schema, const std::string& name, int depth) {
    if (type == "object") return object(schema, depth);
    if (type == "array") return array(schema, name, depth);
    if (type == "boolean") return random_.chance(0.5);
    if (type == "integer") return std::llround(number(schema, 1));
    if (type == "number") return number(schema, 0.5);
    if (type == "null") return nullptr;
    return text(schema, name);
  }

  Json object(const Json& schema, int depth) {
    Json made = Json::object();
    add_properties(schema, depth, made);
    if (const Json& parts = field(schema, "allOf"); parts.is_array())
      for (const Json& part : parts) {
        const Json* target = part.is_object() ? referred(part) : nullptr;
        add_properties(target ? *target : part, depth, made);
      }
    return made;
  }
  void add_properties(const Json& schema, int depth, Json& into) {
    if (!schema.is_object()) return;
    const Json& required = field(schema, "required");
    const auto is_required = [&](const std::string& name) {
      return required.is_array() && std::find(required.begin(), required.end(), Json(name)) != required.end();
    };
    const Json& properties = field(schema, "properties");
    if (properties.is_object())
      for (const auto& [name, property] : properties.items())
        if (is_required(name) || (depth < deepest && random_.chance(optional_share)))
          into[name] = value(property, name, depth + 1);
    if (required.is_array())
      for (const Json& name : required)
        if (name.is_string() && !into.contains(name))
          into[name.get<std::string>()] = text(Json::object(), name);
  }

  Json array(const Json& schema, const std::string& name, int depth) {
    const int64_t least = std::min(count(schema, "minItems", depth < deepest ? 1 : 0), most_items);
    const int64_t most = count(schema, "maxItems", std::max<int64_t>(least, 3));
    const int64_t extra =
        most > least ? static_cast<int64_t>(random_.below(static_cast<uint64_t>(most - least) + 1)) : 0;
    Json made = Json::array();
    for (int64_t i = 0; i < least + (depth < deepest ? extra : 0); ++i)
      made.push_back(value(field(schema, "items"), name, depth + 1));
    return made;
  }

  // A multiple of STEP, or of multipleOf, within the bounds.
  double number(const Json& schema, double step) {
    const Json &minimum = field(schema, "minimum"), &above = field(schema, "exclusiveMinimum");
    const Json &maximum = field(schema, "maximum"), &below = field(schema, "exclusiveMaximum");
    if (const Json& multiple = field(schema, "multipleOf"); multiple.is_number() && multiple > 0)
      step = multiple;
    double low = minimum.is_number() ? std::ceil(minimum.get<double>() / step) : 1;
    if (above.is_number()) low = std::floor(above.get<double>() / step) + 1;
    double high = maximum.is_number() ? std::floor(maximum.get<double>() / step) : std::max(low, 0.0) + 20;
    if (below.is_number()) high = std::ceil(below.get<double>() / step) - 1;
    if (!minimum.is_number() && !above.is_number()) low = std::min(low, high);
    const auto range = high > low ? static_cast<uint64_t>(std::min(high - low, 1000.0)) : 0;
    return step * (low + static_cast<double>(random_.below(range + 1)));
  }

  Json text(const Json& schema, const std::string& name) {
    const Json& format = field(schema, "format");
    std::string made = sample(format.is_string() ? format.get<std::string>() : name);
    const auto least = static_cast<size_t>(count(schema, "minLength", 0));
    if (made.size() < least) made.resize(least, 'a');
    return made.substr(0, static_cast<size_t>(count(schema, "maxLength", longest_text)));
  }
  std::string sample(const std::string& name) {
    for (const std::string_view place : place_names)
      if (name.find(place) != std::string::npos) return std::string(random_.pick(city_names()));
    for (const Example& example : examples)
      if (name.find(example.name) != std::string::npos) return std::string(example.value);
    return write_prose(language_, sample_tokens, random_);
  }

  const Json& root_;
  Random& random_;
  const Language language_;
};

const char* const any_object =
    R"({"type":"object","properties":{"answer":{"type":"string"},"steps":{"type":"array","items":{"type":"string"}},
        "confidence":{"type":"number","minimum":0,"maximum":1,"multipleOf":0.01}},"required":["answer","steps","confidence"]})";

}  // namespace json_answer_impl

std::string write_json(std::string_view schema, Random& random, Language language) {
  using json_answer_impl::Json;
  Json root = Json::parse(schema, nullptr, false);
  if (root.is_discarded() || !root.is_object()) root = Json::object();
  if (root.empty()) root = Json::parse(json_answer_impl::any_object);
  return json_answer_impl::Writer(root, random, language).value(root, "", 0).dump();
}

}  // namespace foreshock::enginesim
