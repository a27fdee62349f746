#include "cli/engine_acts.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "cli/api_client.h"
#include "cli/console_option.h"
#include "cli/failure.h"
#include "cli/person.h"
#include "report/table.h"

namespace foreshock::cli {
namespace engine_acts_impl {

using nlohmann::json;

struct Arguments {
  std::string console = "http://127.0.0.1:8401";
  std::string replica, act;
  std::vector<std::string> values;
  bool json = false;
};

std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : "?";
}

int list(const Arguments& arguments) {
  const auto answer = call_api(arguments.console, "/api/v1/engines");
  if (!answer) return report_failure(answer.error());
  if (arguments.json) {
    fmt::print("{}\n", answer->dump(2));
    return exit_done;
  }
  report::Table table({{"backend"}, {"engine"}, {"version"}, {"model"}, {"can be told"}});
  for (const json& engine : answer->at("engines"))
    table.add({engine.at("replica"), text_of(engine.at("engine")), text_of(engine.at("version")),
               text_of(engine.at("model")),
               fmt::format("{}", fmt::join(engine.at("acts").get<std::vector<std::string>>(), ", "))});
  fmt::print("{}", table.text());
  return exit_done;
}

Result<json> order_of(const Arguments& arguments) {
  json values = json::object();
  for (const std::string& text : arguments.values) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos)
      return fail(Code::bad_usage, fmt::format("expected NAME=VALUE, found '{}'", text),
                  "For example slot=0 file=a.bin.");
    values[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return json{
      {"replica", arguments.replica}, {"act", arguments.act}, {"values", values}, {"who", this_person()}};
}

// Waits for it; a service that was started anew knows nothing of it.
Result<json> ended_deed(const std::string& console, uint64_t number) {
  for (;;) {
    FORESHOCK_TRY(const json answer, call_api(console, "/api/v1/engines"));
    const json& deeds = answer.at("deeds");
    const auto deed =
        std::find_if(deeds.begin(), deeds.end(), [&](const json& one) { return one.at("number") == number; });
    if (deed == deeds.end())
      return fail(Code::not_found, "the service does not know any more what came of it",
                  "Look at the engine itself.");
    if (!deed->at("ended").is_null()) return *deed;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

int act(const Arguments& arguments) {
  auto order = order_of(arguments);
  if (!order) return report_failure(order.error());
  const auto begun = call_api(arguments.console, "/api/v1/engines/act", &*order);
  if (!begun) return report_failure(begun.error());
  const auto deed = ended_deed(arguments.console, begun->at("number").get<uint64_t>());
  if (!deed) return report_failure(deed.error());
  const bool good = deed->at("good").get<bool>();
  if (arguments.json)
    fmt::print("{}\n", deed->dump(2));
  else
    fmt::print("{} {}: {}\n", arguments.replica, good ? "did it" : "did not do it",
               text_of(deed->at("outcome")));
  return good ? exit_done : exit_no;
}

CLI::App* add_verb(CLI::App& engine, const char* name, const char* help,
                   const std::shared_ptr<Arguments>& arguments, Run& run, int (*does)(const Arguments&)) {
  CLI::App* verb = engine.add_subcommand(name, help);
  add_console_options(*verb, arguments->console, arguments->json);
  verb->callback([arguments, &run, does] { run = [arguments, does] { return does(*arguments); }; });
  return verb;
}

}  // namespace engine_acts_impl

void add_engine_acts(CLI::App& engine, Run& run) {
  using namespace engine_acts_impl;
  const auto arguments = std::make_shared<Arguments>();
  add_verb(engine, "list", "Which engine each backend of a running service is, and what it can be told.",
           arguments, run, list);
  CLI::App* acting =
      add_verb(engine, "act", "Have an engine do something, and say what it did.", arguments, run, act);
  acting->add_option("backend", arguments->replica, "Its name.")->required();
  acting->add_option("act", arguments->act, "As 'engine list' shows it.")->required();
  acting->add_option("values", arguments->values, "NAME=VALUE, as slot=0; 'foreshock list acts' has them.");
}

}  // namespace foreshock::cli
