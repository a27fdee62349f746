// A child that takes samples, observations and nouns is killed at a random moment; what it was promised must
// be there. Its time runs fast, so that hours are sealed and forgotten meanwhile.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <new>
#include <random>
#include <thread>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/store.h"
#include "store/store_care.h"
#include "testkit/temporary_folder.h"

namespace foreshock::store::store_recovery_test {

using namespace std::chrono_literals;

const SeriesKey key{"ttft", {}};
const Instant start{20'000 * 24h};
constexpr int kills = 100;

// Written by the child, read by the parent after the kill.
struct Progress {
  std::atomic<uint64_t> observations_taken;
  std::atomic<uint64_t> samples_taken;
  std::atomic<uint64_t> samples_promised;  // taken before a flush that succeeded
  std::atomic<uint64_t> nouns_promised;    // the highest number
  std::atomic<int64_t> seconds;            // the time that has passed since START
};

class SharedProgress {
 public:
  SharedProgress()
      : progress_(new (::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                              -1, 0)) Progress{}) {}
  ~SharedProgress() { ::munmap(progress_, sizeof(Progress)); }
  Progress* operator->() const { return progress_; }

 private:
  Progress* progress_;
};

StoreOptions options_in(const std::string& folder) {
  StoreOptions options;
  options.data_dir = folder;
  options.flush_every = 2ms;
  options.observation_ring = Bytes{256 * 1024};
  return options;
}

// Takes without end, a sample and an observation a second; writes a byte to TOLD after each flush.
[[noreturn]] void run_child(const std::string& folder, const SharedProgress& progress, int64_t seconds_before,
                            int told) {
  VirtualClock clock(start + std::chrono::seconds(seconds_before));
  auto opened = Store::open(options_in(folder), clock, {});
  if (!opened) std::_Exit(1);
  Store& store = **opened;
  uint64_t number = store.next_observation_number();
  for (;;) {
    clock.advance(1s);
    const Instant mark = clock.now();
    const uint64_t samples_before_mark = progress->samples_taken;
    const uint64_t noun = store.next_noun_number(Noun::finding);
    store.keep_noun({{Noun::finding, noun}, clock.now(), "{}"});
    while (!(store.statistics().last_flush > mark)) {
      clock.advance(1s);
      progress->seconds = (clock.now() - start) / 1s;
      Observation observation;
      observation.id.number = number;
      observation.model = "model";
      observation.stamps.end = clock.now();
      store.take(observation);
      progress->observations_taken = number++;
      const Sample sample{key, clock.now(), 1, 1};
      progress->samples_taken += 1;
      store.take(std::span(&sample, 1));
    }
    progress->samples_promised = samples_before_mark;
    progress->nouns_promised = noun;
    if (::write(told, "f", 1) != 1) std::_Exit(2);
  }
}

// Lets a child run for some flushes and a random while more, then kills it.
void run_and_kill(const std::string& folder, const SharedProgress& progress, int64_t seconds_before,
                  std::mt19937_64& random) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) run_child(folder, progress, seconds_before, ends[1]);
  ::close(ends[1]);
  char byte = 0;
  for (uint64_t flushes = 1 + random() % 4; flushes > 0; --flushes) ASSERT_EQ(::read(ends[0], &byte, 1), 1);
  const auto pause = std::chrono::microseconds(random() % 10'000);
  std::this_thread::sleep_for(pause);  // allowed: the kill must come at any moment
  ::kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ::close(ends[0]);
  ASSERT_TRUE(WIFSIGNALED(status)) << "the child ended by itself";
}

double samples_in(const Store& store, Instant now) {
  const SeriesView view = store.read(key, 1h, start - 1h, now + 1h);
  double count = 0;
  for (const Bucket& bucket : view.buckets) count += bucket.count;
  return count;
}

TEST(StoreRecovery, KeepsWhatItPromisedOverAnyKill) {
  std::mt19937_64 random(20);
  const testkit::TemporaryFolder folder;
  double samples_before = 0;
  int64_t seconds_before = 0;
  for (int round = 0; round < kills; ++round) {
    SCOPED_TRACE(round);
    const SharedProgress progress;
    run_and_kill(folder.path(), progress, seconds_before, random);
    if (HasFatalFailure()) return;
    seconds_before = progress->seconds;
    const VirtualClock clock(start + std::chrono::seconds(seconds_before));
    const auto store = Store::open(options_in(folder.path()), clock, {});
    ASSERT_TRUE(store) << store.error().text();
    ASSERT_EQ((*store)->statistics().trouble, "");

    const double samples = samples_in(**store, clock.now());
    EXPECT_GE(samples, samples_before + static_cast<double>(progress->samples_promised));
    EXPECT_LE(samples, samples_before + static_cast<double>(progress->samples_taken));
    samples_before = samples;
    EXPECT_GT((*store)->next_noun_number(Noun::finding), progress->nouns_promised);

    const uint64_t last = progress->observations_taken;
    const uint64_t next = (*store)->next_observation_number();
    EXPECT_GE(next, last + 1);
    EXPECT_LE(next, last + 2) << "one more may have been taken before it was counted";
    const auto newest = (*store)->newest(200, 1h);
    ASSERT_EQ(newest.size(), std::min<uint64_t>(next - 1, 200));
    for (size_t i = 0; i < newest.size(); ++i) ASSERT_EQ(newest[i].id.number, next - 1 - i);
  }
  EXPECT_GT(samples_before, 1'000);
  EXPECT_TRUE(check_store(folder.path()).value().faults.empty());
}

}  // namespace foreshock::store::store_recovery_test
