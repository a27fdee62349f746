// foreshock load quick: one table of time to first token and tokens a second.
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include "bench/quick.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "report/quantity.h"
#include "report/table.h"

namespace foreshock::cli {
namespace load_impl {

struct Arguments {
  bench::LoadOptions load;
  bool json = false;
};

void print_measures(const bench::QuickResult& result, report::Colour colour) {
  report::Table table(
      {{"measure"}, {"value", report::Align::right}, {"of", report::Align::right}, {"definition"}});
  for (const bench::Measure& measure : result.measures)
    table.add({std::string(measure.name), report::show(measure.value, measure.unit),
               fmt::to_string(measure.count), std::string(measure.definition)});
  fmt::print("{} · model {}\n\n{}\n", result.url, result.model, table.text(colour));
}

void print_published(report::Colour colour) {
  report::Table table({{"published for"},
                       {"first token", report::Align::right},
                       {"tokens/s", report::Align::right},
                       {"memory", report::Align::right}});
  for (const bench::PublishedRow& row : bench::published_rows())
    table.add({std::string(row.hardware), report::show(row.ttft, "s"),
               fmt::format("{:.1f}", row.tokens_per_second), fmt::format("{:.1f} GB", row.memory)});
  fmt::print("{}\n", table.text(colour));
}

void print_outcomes(const bench::QuickResult& result) {
  for (const auto& [outcome, count] : result.outcomes) fmt::print("{}: {}\n", outcome, count);
  for (const std::string& note : result.notes) fmt::print("note: {}\n", note);
  for (const std::string& doubt : result.doubts) fmt::print("NOT VALID: {}\n", doubt);
}

int run_quick(const Arguments& arguments) {
  const RealClock clock;
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  const auto progress = [&](int done, int all) {
    if (isatty(STDERR_FILENO) == 1)
      fmt::print(stderr, "\r{} of {} requests{}", done, all, done == all ? "\n\n" : "");
  };
  const auto result = bench::run_quick(arguments.load, clock, progress);
  if (!result) return report_failure(result.error());
  if (arguments.json) {
    fmt::print("{}\n", bench::to_json(*result));
  } else {
    const auto colour = terminal ? report::Colour::on : report::Colour::off;
    print_measures(*result, colour);
    print_published(colour);
    print_outcomes(*result);
  }
  return result->valid() ? exit_done : exit_not_valid;
}

}  // namespace load_impl

void add_load(CLI::App& app, Run& run) {
  CLI::App* load = app.add_subcommand("load", "Generate load and measure.");
  load->require_subcommand(1);
  const auto arguments = std::make_shared<load_impl::Arguments>();
  CLI::App* quick =
      load->add_subcommand("quick", "Time to first token and tokens a second of an endpoint, in one table.");
  quick
      ->add_option("url", arguments->load.url,
                   "Base url of an OpenAI-compatible server, with or without /v1.")
      ->required();
  quick->add_option("--model", arguments->load.model,
                    "Model to ask (default: the first that the server lists).");
  quick->add_option("--max-tokens", arguments->load.max_tokens, "Tokens of an answer.")
      ->check(CLI::Range(2, 100'000))
      ->capture_default_str();
  quick->add_option("--prompt-words", arguments->load.prompt_words, "Words of a prompt.")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  quick->add_flag("--json", arguments->json, "Machine-readable output.");
  quick->callback([arguments, &run] { run = [arguments] { return load_impl::run_quick(*arguments); }; });
}

}  // namespace foreshock::cli
