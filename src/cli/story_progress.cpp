#include "cli/story_progress.h"

#include <cstdio>

#include <unistd.h>

#include <fmt/format.h>

#include "core/shown.h"
#include "scenario/story_clock.h"

namespace foreshock::cli {
namespace story_progress_impl {

using namespace std::chrono_literals;

constexpr Duration day = 24h;
constexpr auto pause = 100ms;

bool is_terminal() {
  return ::isatty(STDERR_FILENO) == 1;
}

}  // namespace story_progress_impl

std::string progress_text(const scenario::Story& story, Instant now) {
  using story_progress_impl::day;
  const Duration at = now - scenario::story_start(story);
  const std::string name = shown(story.name);
  if (at < Duration{0})
    return fmt::format("{}: history, {} %", name, 100 * (story.history + at) / story.history);
  if (story.length < 2 * day) return fmt::format("{}: {} %", name, 100 * at / story.length);
  return fmt::format("{}: day {} of {}", name, at / day + 1, (story.length + day - Duration{1}) / day);
}

StoryProgress::StoryProgress(const scenario::Story& story, ObservationSink& next)
    : story_(story), next_(next), shows_(story_progress_impl::is_terminal()) {}

void StoryProgress::take(const Observation& observation) {
  next_.take(observation);
  if (!shows_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - shown_at_ < story_progress_impl::pause) return;
  shown_at_ = now;
  fmt::print(stderr, "\r\x1b[K{}", progress_text(story_, observation.stamps.end));
}

void StoryProgress::erase() {
  if (story_progress_impl::is_terminal()) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace foreshock::cli
