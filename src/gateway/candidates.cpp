#include "gateway/candidates.h"

#include <algorithm>

namespace foreshock::gateway {
namespace candidates_impl {

enum class Ask : uint8_t { admits, serves, weight, nothing };

bool has(const Backend& backend, const Choice& choice, Ask ask) {
  if (std::find(choice.tried.begin(), choice.tried.end(), &backend) != choice.tried.end()) return false;
  if (ask != Ask::nothing && (backend.weight <= 0 || backend.drained)) return false;
  if (ask == Ask::serves) return backend.serves(choice.now);
  return ask != Ask::admits || backend.admits(choice.now);
}

// So many are thought unwell that it is rather the judge who is wrong (fault 57: the panic threshold).
bool nobody_can_be_trusted(const Backends& backends, const BalanceOptions& options, Instant now) {
  int64_t all = 0, well = 0;
  for (const auto& backend : backends) {
    if (backend->weight <= 0) continue;
    ++all;
    well += backend->is_well(now) ? 1 : 0;
  }
  return static_cast<double>(well) < options.panic.value * static_cast<double>(all);
}

// Of the backends of the own zone that have a weight.
bool zone_is_well(const Backends& backends, const BalanceOptions& options, Instant now) {
  int64_t all = 0, well = 0;
  for (const auto& backend : backends) {
    if (!backend->is_local || backend->weight <= 0) continue;
    ++all;
    well += backend->admits(now) ? 1 : 0;
  }
  return static_cast<double>(well) >= options.zone_minimum.value * static_cast<double>(all);
}

void keep_to_the_zone(std::vector<Backend*>& candidates, const Backends& backends,
                      const BalanceOptions& options, Instant now) {
  const auto is_local = [](const Backend* backend) { return backend->is_local; };
  const auto locals = std::count_if(candidates.begin(), candidates.end(), is_local);
  if (locals == 0 || static_cast<size_t>(locals) == candidates.size()) return;
  if (zone_is_well(backends, options, now)) std::erase_if(candidates, std::not_fn(is_local));
}

}  // namespace candidates_impl

Candidates candidates_of(const Backends& backends, const BalanceOptions& options, const Choice& choice) {
  using namespace candidates_impl;
  Candidates found;
  found.backends.reserve(backends.size());
  const bool panic = nobody_can_be_trusted(backends, options, choice.now);
  for (const Ask ask : {panic ? Ask::serves : Ask::admits, Ask::serves, Ask::weight, Ask::nothing}) {
    for (const auto& backend : backends)
      if (has(*backend, choice, ask)) found.backends.push_back(backend.get());
    if (!found.backends.empty()) break;
  }
  if (found.backends.empty()) return found;
  std::erase_if(found.backends, [](const Backend* backend) { return !backend->has_room(); });
  found.full = found.backends.empty();
  keep_to_the_zone(found.backends, backends, options, choice.now);
  return found;
}

}  // namespace foreshock::gateway
