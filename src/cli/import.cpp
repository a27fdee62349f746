// foreshock import: history from elsewhere into a store.
#include <cstdlib>

#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/import_run.h"
#include "core/shown.h"
#include "report/table.h"

namespace foreshock::cli {
namespace import_impl {

using nlohmann::json;

struct Arguments {
  ImportOptions options;
  double days = 30;
  std::string step = "60s", window = "120s";
  bool json = false, insecure = false;
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

Result<ImportOptions> options_of(const Arguments& arguments) {
  ImportOptions options = arguments.options;
  options.source.token = options.source.user.empty() ? environment("FORESHOCK_PROMETHEUS_TOKEN") : "";
  options.source.password = environment("FORESHOCK_PROMETHEUS_PASSWORD");
  options.source.verify = !arguments.insecure;
  options.back = from_seconds(arguments.days * 86'400);
  for (const auto& [name, text, value] : {std::tuple("--step", &arguments.step, &options.step),
                                          std::tuple("--window", &arguments.window, &options.source.window)})
    if (const auto parsed = parse_value(*text, *value); !parsed)
      return fail(Code::bad_usage, parsed.error().at(name).what(), "For example 60s.");
  if (options.step < std::chrono::seconds(1) || options.step > std::chrono::hours(1))
    return fail(Code::bad_usage, "--step lies between 1s and 1h", "For example 60s.");
  options.source.window = std::max(options.source.window, options.step);
  if (const auto sound = collect::check_source(options.source); !sound)
    return fail(Code::bad_usage, sound.error().what(), std::string(sound.error().hint()));
  return options;
}

std::string day_and_minute(Instant at) {
  if (at == Instant{}) return "-";
  std::string text = iso8601(at).substr(0, 16);
  text[10] = ' ';
  return text;
}

void print_table(const ImportReport& report) {
  report::Table table({{"signal"},
                       {"series", report::Align::right},
                       {"points", report::Align::right},
                       {"new", report::Align::right},
                       {"from (UTC)"},
                       {"to (UTC)"}});
  size_t points = 0, taken = 0;
  for (const auto& [name, signal] : report.signals) {
    table.add({name, fmt::to_string(signal.series.size()), fmt::to_string(signal.points),
               fmt::to_string(signal.taken.taken), day_and_minute(signal.first),
               day_and_minute(signal.last)});
    points += signal.points;
    taken += signal.taken.taken;
  }
  fmt::print("{}", table.text());
  fmt::print("{} series, {} points, {} of them new; what was there already stays as it is.\n",
             report.series(), points, taken);
}

void print_remarks(const ImportReport& report) {
  if (!report.absent.empty()) fmt::print("Asked for and not there: {}.\n", fmt::join(report.absent, ", "));
  size_t out_of_reach = 0, left_out = 0;
  for (const auto& [name, signal] : report.signals) {
    out_of_reach += signal.taken.out_of_reach;
    left_out = std::max(left_out, signal.taken.series_left_out);
  }
  if (out_of_reach > 0)
    fmt::print("{} points are older than the store keeps, or not over yet.\n", out_of_reach);
  if (left_out > 0) fmt::print("Some series are left out: the store has room for 20,000.\n");
  if (report.known.native_histograms > 0)
    fmt::print("{} series are native histograms, which are not read.\n", report.known.native_histograms);
  for (const std::string& warning : report.known.warnings)
    fmt::print("The server warns: {}\n", escaped(warning));
}

void print_json(const ImportReport& report) {
  json signals = json::array(), failures = json::array();
  for (const auto& [name, signal] : report.signals)
    signals.push_back({{"signal", name},
                       {"series", signal.series.size()},
                       {"points", signal.points},
                       {"new", signal.taken.taken},
                       {"from", signal.points > 0 ? json(iso8601(signal.first)) : json()},
                       {"to", signal.points > 0 ? json(iso8601(signal.last)) : json()}});
  for (const Error& error : report.failures) failures.push_back(error.what());
  const json out = {{"signals", signals},
                    {"absent", report.absent},
                    {"native_histograms", report.known.native_histograms},
                    {"warnings", report.known.warnings},
                    {"failures", failures}};
  fmt::print("{}\n", out.dump(2, ' ', false, json::error_handler_t::replace));
}

int run(const Arguments& arguments) {
  const auto options = options_of(arguments);
  if (!options) return report_failure(options.error());
  const RealClock clock;
  const bool shows = !arguments.json && isatty(STDERR_FILENO) == 1;
  const auto report = run_import(*options, clock, [shows](double share) {
    if (shows) fmt::print(stderr, "\r{:3.0f} %", 100 * share);
  });
  if (shows) fmt::print(stderr, "\r     \r");
  if (!report) return report_failure(report.error());
  if (arguments.json) {
    print_json(*report);
  } else {
    print_table(*report);
    print_remarks(*report);
  }
  int code = exit_done;
  for (const Error& error : report->failures) {
    report_failure(error);
    code = exit_no;
  }
  if (code != exit_done)
    fmt::print(stderr, "foreshock: not all was read; run it again: what is there stays as it is\n");
  return code;
}

}  // namespace import_impl

void add_import(CLI::App& app, Run& run) {
  const auto arguments = std::make_shared<import_impl::Arguments>();
  collect::SourceOptions& source = arguments->options.source;
  arguments->options.data_dir = "./foreshock-data";
  source.timeout = std::chrono::minutes(2);
  CLI::App* command =
      app.add_subcommand("import", "History from Prometheus, or a server like it, into a store.");
  command
      ->add_option(
          "source", source.prometheus,
          "prometheus://HOST:PORT, with the path before /api/v1 where it has one, or https://HOST. A "
          "bearer token stands in FORESHOCK_PROMETHEUS_TOKEN.")
      ->required();
  command->add_option("--days", arguments->days, "How far back.")
      ->check(CLI::Range(0.001, 400.0))
      ->capture_default_str();
  command->add_option("--step", arguments->step, "From one point to the next.")->capture_default_str();
  command
      ->add_option("--window", arguments->window,
                   "Over how long growth is told; at least twice the time between two scrapes.")
      ->capture_default_str();
  command->add_option("--match", source.match,
                      "A selector that every metric must meet besides: '{job=\"vllm\"}'.");
  command->add_option("--replica-label", source.replica_label, "The label that tells the replica.")
      ->capture_default_str();
  command->add_option("--model-label", source.model_label, "The label that tells the model.")
      ->capture_default_str();
  command->add_option("--user", source.user,
                      "For basic authentication; the password stands in FORESHOCK_PROMETHEUS_PASSWORD.");
  command->add_option("--ca-file", source.ca_file, "PEM of the authority to trust.");
  command->add_flag("--insecure", arguments->insecure, "Take any certificate.");
  command->add_option("--data-dir", arguments->options.data_dir, "Of the store; no service may have it open.")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Machine-readable output.");
  command->callback([arguments, &run] { run = [arguments] { return import_impl::run(*arguments); }; });
}

}  // namespace foreshock::cli
