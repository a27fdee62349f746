// foreshock test: plays stories and says whether what they expect came out.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/live_story.h"
#include "report/quantity.h"
#include "report/table.h"
#include "scenario/judge_story.h"
#include "scenario/read_story.h"
#include "scenario/run_story.h"
#include "scenario/story_summary.h"

namespace foreshock::cli {
namespace test_impl {

struct Arguments {
  std::vector<std::string> files;
  std::optional<uint64_t> seed;
  bool json = false;
};

struct Played {
  scenario::Story story;
  uint64_t seed = 1;
  scenario::StoryResult result;
  scenario::StorySummary summary;
  std::vector<std::string> failed;
};

Result<scenario::Story> read_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  const bool is_folder = std::filesystem::is_directory(file);
  if (stream && !is_folder) text << stream.rdbuf();
  if (!stream || is_folder)
    return fail(Code::bad_config, fmt::format("{}: {}", file, is_folder ? "is a folder" : "cannot be read"),
                "Give the path of a story.");
  FORESHOCK_TRY(auto story, scenario::read_story(text.str(), file));
  return story;
}

Result<Played> play(scenario::Story story, std::optional<uint64_t> seed) {
  Played played;
  played.story = std::move(story);
  played.seed = seed.value_or(static_cast<uint64_t>(played.story.seed));
  if (played.story.clock == scenario::ClockKind::real_time) {
    FORESHOCK_TRY(played.result, run_live_story(played.story, played.seed, played.summary));
  } else {
    const scenario::StorySinks sinks{.observations = played.summary};
    played.result = scenario::run_story(played.story, played.seed, sinks);
  }
  played.failed = scenario::unmet_expectations(played.story);
  return played;
}

// SCENARIO.md, section 5. A length in whole seconds has no decimals.
nlohmann::ordered_json to_json(const Played& played) {
  const auto none = nlohmann::ordered_json::array();
  nlohmann::ordered_json length = played.result.length_s;
  const auto whole = static_cast<int64_t>(played.result.length_s);
  if (static_cast<double>(whole) == played.result.length_s) length = whole;
  return {{"scenario", played.story.name},
          {"seed", played.seed},
          {"passed", played.failed.empty()},
          {"failed", played.failed},
          {"length_s", length},
          {"requests", played.result.requests},
          {"pages", none},
          {"findings", none},
          {"actions", none},
          {"verdicts", none},
          {"canary", nullptr}};
}

void print_table(const std::vector<Played>& all) {
  using enum report::Align;
  report::Table table({{"story"},
                       {"seed", right},
                       {"result"},
                       {"requests", right},
                       {"attempts", right},
                       {"not ok", right},
                       {"ttft p50", right},
                       {"p95", right},
                       {"between tokens p50", right},
                       {"p95", right}});
  for (const Played& played : all) {
    const auto& summary = played.summary;
    const auto time = [](const Sketch& sketch, double q) { return report::show(sketch.quantile(q), "s"); };
    table.add({played.story.name, fmt::to_string(played.seed), played.failed.empty() ? "passed" : "failed",
               fmt::to_string(played.result.requests), fmt::to_string(summary.attempts()),
               fmt::to_string(summary.attempts() - summary.count(TerminalState::ok)),
               time(summary.first_token(), 0.5), time(summary.first_token(), 0.95),
               time(summary.inter_token(), 0.5), time(summary.inter_token(), 0.95)});
  }
  if (!all.empty()) fmt::print("{}", table.text());
  for (const Played& played : all)
    for (const std::string& line : played.failed) fmt::print("{}: {}\n", played.story.name, line);
}

int run(const Arguments& arguments) {
  std::vector<Played> all;
  int code = exit_done;
  for (const std::string& file : arguments.files) {
    auto story = read_file(file);
    if (!story) {
      report_failure(story.error());
      code = exit_bad_input;
      continue;
    }
    auto played = play(*std::move(story), arguments.seed);
    if (!played) {
      report_failure(played.error());
      code = exit_bad_input;
      continue;
    }
    all.push_back(*std::move(played));
    if (!all.back().failed.empty() && code == exit_done) code = exit_no;
  }
  if (!arguments.json) {
    print_table(all);
    return code;
  }
  nlohmann::ordered_json scenarios = nlohmann::ordered_json::array();
  for (const Played& played : all) scenarios.push_back(to_json(played));
  fmt::print("{}\n", nlohmann::ordered_json{{"scenarios", scenarios}}.dump(
                         2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  return code;
}

}  // namespace test_impl

void add_test(CLI::App& app, Run& run) {
  const auto arguments = std::make_shared<test_impl::Arguments>();
  CLI::App* command = app.add_subcommand("test", "Play stories on the simulated engine and judge them.");
  command->add_option("files", arguments->files, "Stories, YAML.")->required();
  command->add_option("--seed", arguments->seed, "In place of the stories' own seeds.");
  command->add_flag("--json", arguments->json, "Machine-readable output.");
  command->callback([arguments, &run] { run = [arguments] { return test_impl::run(*arguments); }; });
}

}  // namespace foreshock::cli
