#include "console/access_options.h"

#include <array>

#include <fmt/format.h>

#include "console/host_guard.h"
#include "core/catalog.h"
#include "core/shown.h"
#include "net/address.h"

namespace foreshock::console {
namespace access_options_impl {

constexpr std::array<std::string_view, 2> roles = {"viewer", "operator"};

constexpr std::array console_rows = {
    option<&ConsoleOptions::listen>(
        "listen", "text",
        "Where the console and the API listen; port 0 takes a free one. 'console: "
        "ADDRESS' says the same."),
    option<&ConsoleOptions::hosts>(
        "hosts", "list",
        "Further names under which browsers reach the console; a page of another name "
        "is refused, since whoever owns a name can make it point here."),
    option<&ConsoleOptions::session>("session", "s", 60, 2592000, "How long somebody stays signed in."),
};
static_assert(names_are_unique(console_rows));

constexpr std::array token_rows = {
    option<&AdminToken::name>("name", "text", "Who it is; stands in the audit log; must be unique."),
    option<&AdminToken::role>("role", "text", "viewer (reads) or operator (acts too)."),
    option<&AdminToken::hash>("hash", "text",
                              "Of the token, as 'foreshock key new NAME --role ROLE' prints it."),
};
static_assert(names_are_unique(token_rows));

}  // namespace access_options_impl

std::string_view name_of(Role role) {
  return access_options_impl::roles[static_cast<size_t>(role)];
}

Result<void> parse_value(std::string_view text, Role& out) {
  using access_options_impl::roles;
  for (size_t i = 0; i < roles.size(); ++i)
    if (text == roles[i]) {
      out = static_cast<Role>(i);
      return {};
    }
  return fail(Code::bad_config, fmt::format("unknown role '{}'.{}", shown(text), did_you_mean(text, roles)),
              "It is viewer or operator.");
}

std::string print_value(Role role) {
  return std::string(name_of(role));
}

OptionSet admin_token_options() {
  return access_options_impl::token_rows;
}
OptionSet console_options() {
  return access_options_impl::console_rows;
}

Result<void> check_console(const ConsoleOptions& options) {
  const auto address = net::parse_address(options.listen);
  if (!address) return fail(address.error().at("console.listen"));
  if (!options.admin_tokens.empty() || is_loopback_host(address->host)) return {};
  return fail(Code::bad_config,
              fmt::format("console.listen: other machines reach {}, and there are no console.admin_tokens",
                          options.listen),
              "Make one with 'foreshock key new NAME --role operator', or listen on 127.0.0.1.");
}

}  // namespace foreshock::console
