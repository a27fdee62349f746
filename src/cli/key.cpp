// foreshock key: keys for clients of the gateway.
#include <array>
#include <cstdio>
#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/random.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "gateway/client_keys.h"
#include "wire/text.h"

namespace foreshock::cli {
namespace key_impl {

constexpr size_t fewest_characters = 20;  // of a key that somebody else made: its hash is told in a file

Result<std::string> make_key() {
  std::array<unsigned char, 24> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    return fail(Code::io, "the system gives no random bytes", "Try again.");
  return fmt::format("fs-{:02x}", fmt::join(bytes, ""));
}

std::string entry_of(const std::string& name, std::string_view key) {
  return fmt::format("keys:\n  - {{ name: {}, hash: \"{}\" }}\n", name, gateway::hash_of_key(key));
}

int print_new(const std::string& name) {
  const auto key = make_key();
  if (!key) return report_failure(key.error());
  fmt::print("{}\n", *key);
  fmt::print(stderr, "That is the key, told once; give it to {}. Into the configuration goes its hash:\n{}",
             name, entry_of(name, *key));
  return exit_done;
}

int print_hash(const std::string& name) {
  std::string key;
  std::getline(std::cin, key);
  key = std::string(wire::trimmed(key));
  if (key.size() < fewest_characters)
    return report_failure(Error(Code::bad_usage,
                                fmt::format("a key needs {} characters or more", fewest_characters),
                                "Write it to the standard input, or let 'foreshock key new' make one."));
  fmt::print("{}", entry_of(name, key));
  return exit_done;
}

}  // namespace key_impl

void add_key(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand("key", "Keys for the clients of the gateway.");
  command->require_subcommand(1);
  const auto name = std::make_shared<std::string>();
  CLI::App* make =
      command->add_subcommand("new", "Make a key, and the entry of the configuration that admits it.");
  CLI::App* hash = command->add_subcommand(
      "hash", "The entry for a key that there is already, read from the standard input.");
  for (CLI::App* one : {make, hash}) one->add_option("name", *name, "Who it is for.")->required();
  make->callback([name, &run] { run = [name] { return key_impl::print_new(*name); }; });
  hash->callback([name, &run] { run = [name] { return key_impl::print_hash(*name); }; });
}

}  // namespace foreshock::cli
