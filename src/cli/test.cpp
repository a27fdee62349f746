// foreshock test: plays stories and says whether what they expect came out.
#include <algorithm>
#include <cstdio>
#include <mutex>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/input_file.h"
#include "cli/live_story.h"
#include "cli/stop_signal.h"
#include "cli/story_json.h"
#include "cli/story_progress.h"
#include "core/shown.h"
#include "scenario/judge_story.h"
#include "scenario/quantities.h"
#include "scenario/read_story.h"
#include "scenario/run_story.h"
#include "scenario/story_loop.h"

namespace foreshock::cli {
namespace test_impl {

struct Arguments {
  std::vector<std::string> files;
  std::optional<int64_t> seed;
  bool json = false;
  std::string by;  // a dimension; empty: none
};

Result<scenario::Story> read_file(const std::string& file) {
  FORESHOCK_TRY(const std::string text, read_input_file(file, "story", "Give the path of a story."));
  FORESHOCK_TRY(auto story, scenario::read_story(text, file));
  return story;
}

// As the key `seed` of a story.
int64_t read_seed(const std::string& text) {
  const auto seed = scenario::parse_count(text);
  if (!seed) throw CLI::ValidationError("--seed", seed.error().what());
  return *seed;
}

Result<PlayedStory> play(scenario::Story story, const Arguments& arguments) {
  PlayedStory played{.story = std::move(story), .summaries = StorySummaries(arguments.by)};
  played.seed = static_cast<uint64_t>(arguments.seed.value_or(played.story.seed));
  if (played.story.clock == scenario::ClockKind::real_time) {
    StoryProgress progress(played.story, played.summaries);
    FORESHOCK_TRY(played.result, run_live_story(played.story, played.seed, {.observations = progress}));
  } else {
    scenario::StoryLoop loop(played.story, played.summaries);
    scenario::StorySinks seen = loop.sinks();
    StoryProgress progress(played.story, seen.observations);
    played.result = scenario::run_story(played.story, played.seed,
                                        {.observations = progress,
                                         .transcripts = seen.transcripts,
                                         .series = seen.series,
                                         .events = seen.events,
                                         .dials = seen.dials,
                                         .history = seen.history});
    played.record = loop.record();
  }
  played.failed = scenario::unmet_expectations(played.story, played.result, played.record);
  return played;
}

void print_played(const std::vector<PlayedStory>& all, bool json) {
  if (!json) {
    fmt::print("{}", story_table(all));
    return;
  }
  nlohmann::ordered_json scenarios = nlohmann::ordered_json::array();
  for (const PlayedStory& played : all) scenarios.push_back(story_json(played));
  fmt::print("{}\n", nlohmann::ordered_json{{"scenarios", scenarios}}.dump(
                         2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

// The stories that were played by now. Whoever stops the command gets their table, and of JSON no half.
class Finished {
 public:
  void add(PlayedStory played) {
    const std::lock_guard lock(mutex_);
    all_.push_back(std::move(played));
  }
  void print(bool json) {
    const std::lock_guard lock(mutex_);
    print_played(all_, json);
  }
  // It keeps the lock: nobody prints after it. No stream that fails makes it throw.
  void say_stopped(const Arguments& arguments) {
    mutex_.lock();
    StoryProgress::erase();
    if (!arguments.json) std::fputs(story_table(all_).c_str(), stdout);
    std::fflush(stdout);
    if (all_.empty()) {
      std::fputs("foreshock: stopped before the stories were played; nothing is judged\n", stderr);
      return;
    }
    std::vector<std::string> names;
    for (const PlayedStory& played : all_) names.push_back(shown(played.story.name));
    const std::string words = fmt::format("foreshock: stopped; of {} files {} were played and judged: {}\n",
                                          arguments.files.size(), names.size(), fmt::join(names, ", "));
    std::fputs(words.c_str(), stderr);
  }

 private:
  std::mutex mutex_;
  std::vector<PlayedStory> all_;
};

// Exit code.
int play_file(const std::string& file, const Arguments& arguments, Finished& finished) {
  auto story = read_file(file);
  if (!story) {
    report_failure(story.error());
    return exit_bad_input;
  }
  auto played = play(*std::move(story), arguments);
  if (!played) {
    report_failure(played.error());
    return exit_bad_input;
  }
  const int code = played->failed.empty() ? exit_done : exit_no;
  finished.add(*std::move(played));
  return code;
}

int run(const Arguments& arguments) {
  const auto finished = std::make_shared<Finished>();
  when_stopped([finished, arguments] { finished->say_stopped(arguments); });
  int code = exit_done;
  for (const std::string& file : arguments.files)
    code = std::max(code, play_file(file, arguments, *finished));
  finished->print(arguments.json);
  return code;
}

}  // namespace test_impl

void add_test(CLI::App& app, Run& run) {
  const auto arguments = std::make_shared<test_impl::Arguments>();
  CLI::App* command = app.add_subcommand("test", "Play stories on the simulated engine and judge them.");
  command->add_option("files", arguments->files, "Stories, YAML.")->required();
  command
      ->add_option_function<std::string>(
          "--seed", [arguments](const std::string& text) { arguments->seed = test_impl::read_seed(text); },
          "In place of the stories' own seeds.")
      ->type_name("COUNT");
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
