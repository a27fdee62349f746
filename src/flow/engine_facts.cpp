#include "flow/engine_facts.h"

#include <algorithm>

namespace foreshock::flow {
namespace engine_facts_impl {

constexpr Duration recent = std::chrono::minutes(1);

// Of a reading, in its unit.
std::optional<double> last(std::string_view signal, const ShiftBook& book, Instant now) {
  const SeriesKey key{std::string(signal), {}};
  const auto shift = book.shift(key, now - recent, now);
  if (!shift || shift->count <= 0) return std::nullopt;
  return book.moved(key, book.usual(key, now), shift->mean);
}

}  // namespace engine_facts_impl

mitigate::EngineFacts engine_facts(const ShiftBook& book, Instant now) {
  using engine_facts_impl::last;
  mitigate::EngineFacts facts;
  facts.load = last("kv_use", book, now);
  facts.draft_length = last("draft_length", book, now);
  const auto tokens = last("accept_length", book, now);
  if (tokens && facts.draft_length.value_or(0) >= 1)
    facts.acceptance = mitigate::acceptance_of(std::max(1.0, *tokens), *facts.draft_length);
  return facts;
}

}  // namespace foreshock::flow
