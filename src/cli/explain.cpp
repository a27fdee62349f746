// foreshock explain: what was found, why, what was done about it and whether it helped, in words.
#include <algorithm>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/api_client.h"
#include "cli/command.h"
#include "cli/console_option.h"
#include "cli/explanation.h"
#include "cli/failure.h"
#include "core/identity.h"

namespace foreshock::cli {
namespace explain_impl {

using nlohmann::json;

struct Arguments {
  std::string console = "http://127.0.0.1:8401";
  std::string id;
  bool json = false;
};

// The newest of those in PLURAL that fits; null: none.
template <class Fits>
Result<json> newest(const std::string& console, std::string_view plural, Fits fits) {
  FORESHOCK_TRY(const json answer, call_api(console, fmt::format("/api/v1/{}?limit=1000", plural)));
  for (const json& noun : answer.at(plural))
    if (fits(noun)) return noun;
  return json();
}

bool has(const json& ids, const json& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// The page of that id, or that tells of the finding of that id; the newest of all without an id.
Result<json> find_page(const Arguments& arguments) {
  const auto id = parse_identity(arguments.id);
  if (!arguments.id.empty() && (!id || (id->noun != Noun::page && id->noun != Noun::finding)))
    return fail(Code::bad_usage, fmt::format("'{}' is no id of a page or a finding", arguments.id),
                "Give one such as page-0000000000000007, or none for the newest page.");
  return newest(arguments.console, "pages", [&](const json& page) {
    return arguments.id.empty() || page.at("id") == arguments.id || has(page.at("findings"), arguments.id);
  });
}

Result<json> explain(const Arguments& arguments) {
  FORESHOCK_TRY(const json page, find_page(arguments));
  if (page.is_null()) {
    if (arguments.id.empty()) {
      FORESHOCK_TRY(const json status, call_api(arguments.console, "/api/v1/status"));
      return json{{"learning", status.at("learning")}, {"now", status.at("now")}};
    }
    const std::string path = fmt::format("/api/v1/nouns?id={}", arguments.id);
    FORESHOCK_TRY(const json finding, call_api(arguments.console, path));
    return json{{"finding", finding}};
  }
  const json diagnosis = page.at("diagnosis").at("id");
  FORESHOCK_TRY(const json action, newest(arguments.console, "actions", [&](const json& one) {
                  return has(one.at("because"), diagnosis);
                }));
  FORESHOCK_TRY(const json verdict, newest(arguments.console, "verdicts", [&](const json& one) {
                  return !action.is_null() && has(one.at("because"), action.at("id"));
                }));
  FORESHOCK_TRY(const json audit, call_api(arguments.console, "/api/v1/audit?limit=1000"));
  FORESHOCK_TRY(const json dials, call_api(arguments.console, "/api/v1/dials"));
  return json{{"page", page},
              {"action", action},
              {"verdict", verdict},
              {"deeds", audit.at("deeds")},
              {"stopped", dials.at("stopped")}};
}

int run(const Arguments& arguments) {
  const auto found = explain(arguments);
  if (!found) return report_failure(found.error());
  if (arguments.json) {
    fmt::print("{}\n", found->dump(2));
    return exit_done;
  }
  const auto text = explanation_of(*found);
  if (!text) return report_failure(text.error());
  fmt::print("{}", *text);
  return exit_done;
}

}  // namespace explain_impl

void add_explain(CLI::App& app, Run& run) {
  const auto arguments = std::make_shared<explain_impl::Arguments>();
  CLI::App* command = app.add_subcommand(
      "explain", "Tell in words what a running service found, why, what it did and whether that helped.");
  command->add_option("id", arguments->id, "Of a page or a finding; the newest page unless given.");
  add_console_options(*command, arguments->console, arguments->json);
  command->callback([arguments, &run] { run = [arguments] { return explain_impl::run(*arguments); }; });
}

}  // namespace foreshock::cli
