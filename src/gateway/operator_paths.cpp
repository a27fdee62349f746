#include "gateway/operator_paths.h"

#include "engine/adapter.h"
#include "wire/dialect.h"
#include "wire/text.h"

namespace foreshock::gateway {
namespace operator_paths_impl {

std::string_view path_of(std::string_view target) {
  target = target.substr(0, target.find('?'));
  while (target.ends_with('/')) target.remove_suffix(1);
  return target;
}

// PATTERN holds {name} for any one segment. Matches the end of PATH.
bool ends_like(std::string_view path, std::string_view pattern) {
  const auto wanted = wire::split(pattern.substr(1), '/');
  const auto found = wire::split(path.substr(1), '/');
  if (found.size() < wanted.size()) return false;
  const size_t before = found.size() - wanted.size();
  for (size_t i = 0; i < wanted.size(); ++i)
    if (!wanted[i].starts_with('{') && wanted[i] != found[before + i]) return false;
  return true;
}

}  // namespace operator_paths_impl

bool is_for_operators(std::string_view target) {
  using namespace operator_paths_impl;
  const std::string_view path = path_of(target);
  if (path.empty() || wire::dialect_of_path(path) != wire::Dialect::unknown) return false;
  for (const engine::Adapter* adapter : engine::adapters()) {
    for (const engine::ActRow& row : adapter->acts)
      if (ends_like(path, path_of(row.path))) return true;
    for (const std::string_view further : adapter->operator_paths)
      if (ends_like(path, further)) return true;
  }
  return false;
}

}  // namespace foreshock::gateway
