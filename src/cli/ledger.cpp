// foreshock ledger: who used how many tokens of a running service.
#include <map>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/api_client.h"
#include "cli/command.h"
#include "cli/console_option.h"
#include "cli/failure.h"
#include "core/option.h"
#include "report/table.h"
#include "wire/url.h"

namespace foreshock::cli {
namespace ledger_impl {

using nlohmann::json;

struct Arguments {
  std::string console = "http://127.0.0.1:8401";
  std::string key, since = "31d";
  bool json = false;
};

Result<json> read(const Arguments& arguments) {
  Duration since{};
  if (const auto parsed = parse_value(arguments.since, since); !parsed)
    return fail(Code::bad_usage, parsed.error().at("--since").what(), "For example 7d.");
  const RealClock clock;
  std::string path = fmt::format("/api/v1/ledger?from={:.3f}", unix_seconds(clock.now() - since));
  if (!arguments.key.empty()) path += fmt::format("&key={}", wire::percent_encoded(arguments.key));
  return call_api(arguments.console, path);
}

std::string name_of(const json& value, const char* absent) {
  return value.is_string() ? value.get<std::string>() : absent;
}

void print(const json& answer) {
  report::Table table({{"day"},
                       {"key"},
                       {"model"},
                       {"attempts"},
                       {"answered"},
                       {"prompt"},
                       {"cached"},
                       {"output"},
                       {"reasoning"}});
  const auto count = [](const json& row, const char* name) {
    return fmt::to_string(row.at(name).get<int64_t>());
  };
  for (const json& row : answer.at("days"))
    table.add({row.at("day"), name_of(row.at("key"), "(none)"), name_of(row.at("model"), "(not answered)"),
               count(row, "attempts"), count(row, "answered"), count(row, "prompt_tokens"),
               count(row, "cached_tokens"), count(row, "output_tokens"), count(row, "reasoning_tokens")});
  fmt::print("{}", table.text());
  if (const auto lost = answer.at("lost").get<int64_t>(); lost > 0)
    fmt::print("{} attempts are not among them: the disk failed, or they ended very late.\n", lost);
}

int run(const Arguments& arguments) {
  const auto answer = read(arguments);
  if (!answer) return report_failure(answer.error());
  if (arguments.json)
    fmt::print("{}\n", answer->dump(2));
  else if (answer->at("days").empty())
    fmt::print("Nobody has used anything in that time.\n");
  else
    print(*answer);
  return exit_done;
}

}  // namespace ledger_impl

void add_ledger(CLI::App& app, Run& run) {
  const auto arguments = std::make_shared<ledger_impl::Arguments>();
  CLI::App* command = app.add_subcommand("ledger", "Who used how many tokens, by day, key and model.");
  command->add_option("--key", arguments->key, "Of this key alone, by its name.");
  command->add_option("--since", arguments->since, "How far back, in whole days (UTC), as 7d.")
      ->capture_default_str();
  add_console_options(*command, arguments->console, arguments->json);
  command->callback([arguments, &run] { run = [arguments] { return ledger_impl::run(*arguments); }; });
}

}  // namespace foreshock::cli
