// foreshock test: plays stories and says whether what they expect came out.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/live_story.h"
#include "cli/stop_signal.h"
#include "cli/story_json.h"
#include "scenario/judge_story.h"
#include "scenario/read_story.h"
#include "scenario/run_story.h"
#include "scenario/story_loop.h"

namespace foreshock::cli {
namespace test_impl {

struct Arguments {
  std::vector<std::string> files;
  std::optional<uint64_t> seed;
  bool json = false;
  std::string by;  // a dimension; empty: none
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

Result<PlayedStory> play(scenario::Story story, const Arguments& arguments) {
  PlayedStory played{.story = std::move(story), .summaries = StorySummaries(arguments.by)};
  played.seed = arguments.seed.value_or(static_cast<uint64_t>(played.story.seed));
  if (played.story.clock == scenario::ClockKind::real_time) {
    FORESHOCK_TRY(played.result,
                  run_live_story(played.story, played.seed, {.observations = played.summaries}));
  } else {
    scenario::StoryLoop loop(played.story, played.summaries);
    played.result = scenario::run_story(played.story, played.seed, loop.sinks());
    played.record = loop.record();
  }
  played.failed = scenario::unmet_expectations(played.story, played.result, played.record);
  return played;
}

int run(const Arguments& arguments) {
  say_when_stopped("foreshock: stopped before the stories were played; nothing is judged\n");
  std::vector<PlayedStory> all;
  int code = exit_done;
  for (const std::string& file : arguments.files) {
    auto story = read_file(file);
    if (!story) {
      report_failure(story.error());
      code = exit_bad_input;
      continue;
    }
    auto played = play(*std::move(story), arguments);
    if (!played) {
      report_failure(played.error());
      code = exit_bad_input;
      continue;
    }
    all.push_back(*std::move(played));
    if (!all.back().failed.empty() && code == exit_done) code = exit_no;
  }
  if (!arguments.json) {
    fmt::print("{}", story_table(all));
    return code;
  }
  nlohmann::ordered_json scenarios = nlohmann::ordered_json::array();
  for (const PlayedStory& played : all) scenarios.push_back(story_json(played));
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
  command
      ->add_option(
          "--by", arguments->by,
          "A row for each class, replica, version, device, zone, key, start, prefix, prompt or turn.")
      ->check(CLI::IsMember(
          {"class", "replica", "version", "device", "zone", "key", "start", "prefix", "prompt", "turn"}));
  command->add_flag("--json", arguments->json, "Machine-readable output.");
  command->callback([arguments, &run] { run = [arguments] { return test_impl::run(*arguments); }; });
}

}  // namespace foreshock::cli
