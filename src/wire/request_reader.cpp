#include "wire/request_reader.h"

#include <functional>

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

// The conversation of OpenAI's responses: an id, or an object that has one.
std::string conversation_of(JsonObject root) {
  if (const auto object = object_of(root, "conversation")) return std::string(text_of(*object, "id"));
  return std::string(text_of(root, "conversation"));
}

class Opening {
 public:
  void add(JsonValue text) {
    std::string_view plain;
    if (text.get(plain) == simdjson::SUCCESS)
      mix(std::hash<std::string_view>()(plain));
    else
      mix(std::hash<std::string>()(simdjson::minify(text)));  // parts: texts, images
  }
  uint64_t hash() const { return hash_; }

 private:
  void mix(uint64_t more) { hash_ = (hash_ ^ more) * 0x9e3779b97f4a7c15; }
  uint64_t hash_ = 0;
};

// Messages up to the first one of the user.
void read_messages(JsonArray messages, Opening& opening, RequestFacts& facts) {
  bool open = true;
  for (const JsonValue message : messages) {
    JsonObject object;
    if (message.get(object) != simdjson::SUCCESS) continue;
    const std::string_view role = text_of(object, "role");
    if (role == "assistant") facts.continues = true;
    if (facts.continues || !open) continue;
    if (const auto content = member(object, "content")) opening.add(*content);
    open = role != "user";
  }
}

void read_session(JsonObject root, RequestFacts& facts) {
  facts.conversation = conversation_of(root);
  Opening opening;
  for (std::string_view key : {"system", "instructions"})
    if (const auto text = member(root, key)) opening.add(*text);
  for (std::string_view key : {"messages", "input"}) {
    if (const auto items = array_of(root, key))
      read_messages(*items, opening, facts);
    else if (const auto text = member(root, key))
      opening.add(*text);
  }
  facts.opening = opening.hash();
}

// What an engine reads first, so far as it is the same for many requests: up to LIMIT bytes.
class Prefix {
 public:
  explicit Prefix(size_t limit) : limit_(limit) {}

  bool is_full() const { return text_.size() >= limit_; }
  void add(std::string_view text) { text_.append(text.substr(0, limit_ - text_.size())); }
  void add(JsonValue text) {
    std::string_view plain;
    if (text.get(plain) == simdjson::SUCCESS)
      add(plain);
    else
      add(std::string_view(simdjson::minify(text)));
  }
  std::string take() { return std::move(text_); }

 private:
  size_t limit_;
  std::string text_;
};

std::string prefix_of(JsonObject root, size_t limit) {
  Prefix prefix(limit);
  for (std::string_view key : {"system", "instructions", "messages", "input", "prompt"}) {
    if (prefix.is_full()) break;
    const auto items = array_of(root, key);
    if (!items) {
      if (const auto text = member(root, key)) prefix.add(*text);
      continue;
    }
    for (const JsonValue item : *items) {
      if (prefix.is_full()) break;
      JsonObject message;
      if (item.get(message) != simdjson::SUCCESS) {
        prefix.add(item);
        continue;
      }
      prefix.add(text_of(message, "role"));
      if (const auto content = member(message, "content")) prefix.add(*content);
    }
  }
  return prefix.take();
}

}  // namespace request_reader_impl

Result<RequestFacts> read_request(Dialect dialect, std::string_view body, size_t prefix) {
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
  facts.stream = dialect != Dialect::embeddings && request_reader_impl::streams(dialect, root);
  const auto tools = array_of(root, "tools");
  facts.tools = tools && tools->size() > 0;
  if (dialect == Dialect::embeddings) return facts;
  facts.turns = request_reader_impl::turns_of(root);
  request_reader_impl::read_session(root, facts);
  if (prefix > 0) facts.prefix = request_reader_impl::prefix_of(root, prefix);
  return facts;
}

}  // namespace foreshock::wire
