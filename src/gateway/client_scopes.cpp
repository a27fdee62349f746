#include "gateway/client_scopes.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/catalog.h"
#include "core/shown.h"
#include "wire/text.h"

namespace foreshock::gateway {
namespace client_scopes_impl {

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const ScopeRow& row : scope_rows) all.push_back(row.name);
  return all;
}

}  // namespace client_scopes_impl

std::string_view name_of(Scope scope) {
  return scope_rows[static_cast<size_t>(scope)].name;
}

Result<Scopes> Scopes::parse(std::string_view text) {
  Scopes scopes;
  scopes.bits_ = 0;
  for (const std::string_view part : wire::split(text, ',')) {
    const std::string_view name = wire::trimmed(part);
    const ScopeRow* row = find_by_name(std::span<const ScopeRow>(scope_rows), name);
    if (row == nullptr) {
      const auto known = client_scopes_impl::names();
      return fail(Code::bad_config,
                  fmt::format("unknown scope '{}'.{}", shown(name), did_you_mean(name, known)),
                  fmt::format("One or more of: {}.", fmt::join(known, ", ")));
    }
    scopes.bits_ |= bit(row->value);
  }
  return scopes;
}

Result<void> parse_value(std::string_view text, Scopes& out) {
  FORESHOCK_TRY(out, Scopes::parse(text));
  return {};
}

std::string print_value(Scopes scopes) {
  std::vector<std::string_view> held;
  for (const ScopeRow& row : scope_rows)
    if (scopes.has(row.value)) held.push_back(row.name);
  return fmt::format("{}", fmt::join(held, ", "));
}

}  // namespace foreshock::gateway
