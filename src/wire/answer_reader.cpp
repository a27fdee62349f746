#include "wire/answer_reader.h"

#include "wire/json_access.h"
#include "wire/lenient_json.h"
#include "wire/text.h"

namespace foreshock::wire {
namespace answer_reader_impl {

void read_root(Dialect dialect, JsonObject root, EventFacts& facts) {
  facts.model = text_of(root, "model");
  facts.fingerprint = text_of(root, "system_fingerprint");
  facts.error = read_error(root, facts);
  switch (dialect) {
    case Dialect::openai_chat:
    case Dialect::openai_completions:
      return read_openai(root, facts);
    case Dialect::openai_responses:
      return read_responses(root, facts);
    case Dialect::anthropic:
      return read_anthropic(root, facts);
    case Dialect::ollama:
      return read_ollama(root, facts);
    case Dialect::llama_completion:
      return read_llama_completion(root, facts);
    case Dialect::embeddings:
      if (const auto usage = object_of(root, "usage")) return read_usage(*usage, facts);
      facts.usage.prompt = count_of(root, "prompt_eval_count");  // Ollama's
      facts.has_usage = facts.usage.prompt.has_value();
      return;
    case Dialect::unknown:
      return;
  }
}

void read_json(Dialect dialect, std::string_view text, EventFacts& facts, NumberPlaces* places) {
  JsonValue value;
  JsonObject root;
  const JsonRead outcome = parse_json(text, value);
  if (outcome == JsonRead::beyond_us) return;
  if (outcome == JsonRead::broken || value.get(root) != simdjson::SUCCESS)
    facts.malformed = dialect != Dialect::unknown;
  else
    read_root(dialect, root, facts);
  if (places != nullptr && outcome == JsonRead::read) read_numbers(value, *places);
}

}  // namespace answer_reader_impl

void read_event(Dialect dialect, std::string_view name, std::string_view data, EventFacts& facts,
                NumberPlaces* places) {
  facts.clear();
  if (name == "error") facts.error = true;
  if (trimmed(data) == "[DONE]") {
    facts.protocol_end = true;
    return;
  }
  const bool named_error = facts.error;
  answer_reader_impl::read_json(dialect, data, facts, places);
  facts.error = facts.error || named_error;
}

void read_body(Dialect dialect, std::string_view body, EventFacts& facts, NumberPlaces* places) {
  facts.clear();
  answer_reader_impl::read_json(dialect, body, facts, places);
}

bool read_error(JsonObject root, EventFacts& facts) {
  const auto error = member(root, "error");
  if (!error) return text_of(root, "object") == "error";
  JsonObject details;
  if (error->get(details) != simdjson::SUCCESS) return error->is_string();
  facts.error_type = text_of(details, "type");
  return true;
}

void read_usage(JsonObject usage, EventFacts& facts) {
  const auto either = [&](std::string_view first, std::string_view second) {
    const auto count = count_of(usage, first);
    return count ? count : count_of(usage, second);
  };
  Usage found;
  found.prompt = either("prompt_tokens", "input_tokens");
  found.output = either("completion_tokens", "output_tokens");
  for (std::string_view key : {"cache_read_input_tokens", "cached_tokens", "prompt_cache_hit_tokens"})
    if (!found.cached) found.cached = count_of(usage, key);
  for (std::string_view key : {"prompt_tokens_details", "input_tokens_details"})
    if (const auto details = object_of(usage, key)) found.cached = count_of(*details, "cached_tokens");
  for (std::string_view key : {"completion_tokens_details", "output_tokens_details"})
    if (const auto details = object_of(usage, key)) found.reasoning = count_of(*details, "reasoning_tokens");
  facts.usage.update(found);
  facts.has_usage = facts.has_usage || found.prompt || found.output;
}

void read_timings(JsonObject root, EventFacts& facts) {
  const auto timings = object_of(root, "timings");
  if (!timings) return;
  Usage& usage = facts.usage;
  if (!usage.cached) usage.cached = count_of(*timings, "cache_n");
  usage.drafted = count_of(*timings, "draft_n");
  usage.accepted = count_of(*timings, "draft_n_accepted");
}

}  // namespace foreshock::wire
