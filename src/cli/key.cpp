// foreshock key: keys for clients of the gateway, and tokens for people at the console.
#include <algorithm>
#include <cstdio>
#include <iostream>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "console/access_options.h"
#include "gateway/client_scopes.h"
#include "wire/key_hash.h"
#include "wire/text.h"

namespace foreshock::cli {
namespace key_impl {

constexpr size_t fewest_characters = 20;  // of a key that somebody else made: its hash is told in a file

constexpr std::string_view client_prefix = "fs-", admin_prefix = "fsa-";

struct Arguments {
  std::string name, scopes, role;
};

// As it may stand in a flow of YAML; plain where it is plainly a name.
std::string quoted(const std::string& name) {
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
  return plain ? name : nlohmann::json(name).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

Result<std::string> admin_entry_of(const Arguments& arguments, std::string_view token) {
  console::Role role{};
  const auto read = console::parse_value(arguments.role, role);
  if (!read) return fail(Code::bad_usage, read.error().at("--role").what(), std::string(read.error().hint()));
  return fmt::format("console:\n  admin_tokens:\n    - {{ name: {}, role: {}, hash: \"{}\" }}\n",
                     quoted(arguments.name), arguments.role, wire::hash_of_key(token));
}

// What the configuration says of it.
Result<std::string> entry_of(const Arguments& arguments, std::string_view key) {
  if (!arguments.role.empty()) return admin_entry_of(arguments, key);
  std::string scopes;
  if (!arguments.scopes.empty()) {
    const auto read = gateway::Scopes::parse(arguments.scopes);
    if (!read)
      return fail(Code::bad_usage, read.error().at("--scopes").what(), std::string(read.error().hint()));
    scopes = fmt::format(", scopes: [{}]", gateway::print_value(*read));
  }
  return fmt::format("keys:\n  - {{ name: {}, hash: \"{}\"{} }}\n", quoted(arguments.name),
                     wire::hash_of_key(key), scopes);
}

int print_new(const Arguments& arguments) {
  const auto key = wire::make_key(arguments.role.empty() ? client_prefix : admin_prefix);
  if (!key) return report_failure(key.error());
  const auto entry = entry_of(arguments, *key);
  if (!entry) return report_failure(entry.error());
  fmt::print("{}\n", *key);
  fmt::print(stderr, "That is the key, told once; give it to {}. Into the configuration goes its hash:\n{}",
             arguments.name, *entry);
  return exit_done;
}

int print_hash(const Arguments& arguments) {
  std::string key;
  std::getline(std::cin, key);
  key = std::string(wire::trimmed(key));
  if (key.size() < fewest_characters)
    return report_failure(Error(Code::bad_usage,
                                fmt::format("a key needs {} characters or more", fewest_characters),
                                "Write it to the standard input, or let 'foreshock key new' make one."));
  const auto entry = entry_of(arguments, key);
  if (!entry) return report_failure(entry.error());
  fmt::print("{}", *entry);
  return exit_done;
}

}  // namespace key_impl

void add_key(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("key", "Keys for the clients of the gateway, and tokens for the console.");
  command->require_subcommand(1);
  const auto arguments = std::make_shared<key_impl::Arguments>();
  CLI::App* make =
      command->add_subcommand("new", "Make a key, and the entry of the configuration that admits it.");
  CLI::App* hash = command->add_subcommand(
      "hash", "The entry for a key that there is already, read from the standard input.");
  for (CLI::App* one : {make, hash}) {
    one->add_option("name", arguments->name, "Who it is for.")->required();
    one->add_option("--scopes", arguments->scopes,
                    "What it is for, with commas between: inference (the default), events, feedback, "
                    "signals, operators.");
    one->add_option("--role", arguments->role, "A token for the console instead: viewer or operator.")
        ->excludes("--scopes");
  }
  make->callback([arguments, &run] { run = [arguments] { return key_impl::print_new(*arguments); }; });
  hash->callback([arguments, &run] { run = [arguments] { return key_impl::print_hash(*arguments); }; });
}

}  // namespace foreshock::cli
