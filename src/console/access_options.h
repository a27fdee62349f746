#pragma once
// Where the console listens, and who may use it.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/option.h"
#include "net/tls_context.h"

namespace foreshock::console {

enum class Role : uint8_t {
  viewer,     // reads
  operator_,  // acts too
};
std::string_view name_of(Role role);
Result<void> parse_value(std::string_view text, Role& out);
std::string print_value(Role role);

// Of the token only its hash is known here (wire/key_hash.h).
struct AdminToken {
  std::string name, hash;
  Role role = Role::viewer;
};
OptionSet admin_token_options();

struct ConsoleOptions {
  std::string listen = "127.0.0.1:8401";
  std::string hosts;  // names, with commas between them
  Duration session = std::chrono::hours(12);
  net::TlsFiles tls;                     // without: plain HTTP
  std::vector<AdminToken> admin_tokens;  // none: whoever sits at this machine
};
OptionSet console_options();

// Errors: bad_config for an address that is none, and for one that other machines reach without admin_tokens.
Result<void> check_console(const ConsoleOptions& options);

}  // namespace foreshock::console
