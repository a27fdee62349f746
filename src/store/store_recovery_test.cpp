// A child that takes samples and observations is killed at a random moment; what it was promised must be
// there.
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
#include "testkit/temporary_folder.h"

namespace foreshock::store::store_recovery_test {

using namespace std::chrono_literals;

const SeriesKey key{"ttft", {}};

// Written by the child, read by the parent after the kill.
struct Progress {
  std::atomic<uint64_t> observations_taken;
  std::atomic<uint64_t> samples_taken;
  std::atomic<uint64_t> samples_promised;  // taken before a flush that succeeded
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

// Takes without end; writes a byte to TOLD after each flush.
[[noreturn]] void run_child(const std::string& folder, const SharedProgress& progress, int told) {
  const RealClock clock;
  auto opened = Store::open(options_in(folder), clock, {});
  if (!opened) std::_Exit(1);
  Store& store = **opened;
  uint64_t number = store.next_observation_number();
  for (;;) {
    const Instant mark = clock.now();
    const uint64_t samples_before_mark = progress->samples_taken;
    while (!(store.statistics().last_flush > mark)) {
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
    if (::write(told, "f", 1) != 1) std::_Exit(2);
  }
}

// Lets a child run for some flushes and a random while more, then kills it.
void run_and_kill(const std::string& folder, const SharedProgress& progress, std::mt19937_64& random) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) run_child(folder, progress, ends[1]);
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
  const SeriesView view = store.read(key, 10s, now - 1h, now + 1h);
  double count = 0;
  for (const Bucket& bucket : view.buckets) count += bucket.count;
  return count;
}

TEST(StoreRecovery, KeepsWhatItPromisedOverAnyKill) {
  std::mt19937_64 random(20);
  const testkit::TemporaryFolder folder;
  const RealClock clock;
  double samples_before = 0;
  for (int round = 0; round < 20; ++round) {
    SCOPED_TRACE(round);
    const SharedProgress progress;
    run_and_kill(folder.path(), progress, random);
    if (HasFatalFailure()) return;
    const auto store = Store::open(options_in(folder.path()), clock, {});
    ASSERT_TRUE(store) << store.error().text();

    const double samples = samples_in(**store, clock.now());
    EXPECT_GE(samples, samples_before + static_cast<double>(progress->samples_promised));
    EXPECT_LE(samples, samples_before + static_cast<double>(progress->samples_taken));
    samples_before = samples;

    const uint64_t last = progress->observations_taken;
    const uint64_t next = (*store)->next_observation_number();
    EXPECT_GE(next, last + 1);
    EXPECT_LE(next, last + 2) << "one more may have been taken before it was counted";
    const auto newest = (*store)->newest(500, 1h);
    ASSERT_EQ(newest.size(), std::min<uint64_t>(next - 1, 500));
    for (size_t i = 0; i < newest.size(); ++i) ASSERT_EQ(newest[i].id.number, next - 1 - i);
  }
  EXPECT_GT(samples_before, 1'000);
}

}  // namespace foreshock::store::store_recovery_test
