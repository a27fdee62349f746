#pragma once
// What a key may be used for.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace foreshock::gateway {

enum class Scope : uint8_t { inference, events, feedback, signals, operators };

struct ScopeRow {
  std::string_view name;
  Scope value;
};
inline constexpr std::array scope_rows = {
    ScopeRow{"inference", Scope::inference},  // all else that goes to a backend
    ScopeRow{"events", Scope::events},        // POST /v1/events
    ScopeRow{"feedback", Scope::feedback},    // POST /v1/feedback
    ScopeRow{"signals", Scope::signals},      // POST /v1/signals
    ScopeRow{"operators", Scope::operators},  // what engines offer to whoever operates them
};
std::string_view name_of(Scope scope);

class Scopes {
 public:
  constexpr Scopes() = default;  // inference alone
  bool has(Scope scope) const { return (bits_ & bit(scope)) != 0; }

  // "inference, events", at least one. Errors: bad_config.
  static Result<Scopes> parse(std::string_view text);

 private:
  static constexpr uint8_t bit(Scope scope) {
    return static_cast<uint8_t>(1U << static_cast<unsigned>(scope));
  }
  uint8_t bits_ = bit(Scope::inference);
};

// As an option of a configuration.
Result<void> parse_value(std::string_view text, Scopes& out);
std::string print_value(Scopes scopes);

}  // namespace foreshock::gateway
