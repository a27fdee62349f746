#include "net/io.h"

#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>

#include "net/task_group.h"

namespace foreshock::net::io_test {

Awaitable<std::string> joined(std::string a, std::string b) {
  co_await sleep_for(std::chrono::nanoseconds(1));
  co_return a + b;
}

Awaitable<int> failing() {
  throw std::runtime_error("on purpose");
  co_return 0;
}

TEST(IoThread, GivesTheResultOfWhatItRan) {
  IoThread io;
  EXPECT_EQ(io.wait_for(joined("fore", "shock")), "foreshock");
  EXPECT_THROW(io.wait_for(failing()), std::runtime_error);
  EXPECT_EQ(io.wait_for(joined("still ", "alive")), "still alive");
}

TEST(IoThread, SurvivesAnExceptionOfPostedWork) {
  IoThread io;
  io.post([] { throw std::runtime_error("on purpose: the log line above is part of the test"); });
  EXPECT_EQ(io.wait_for(joined("a", "b")), "ab");
}

TEST(IoThread, KnowsItsThreadAndStopsTwice) {
  IoThread io;
  EXPECT_FALSE(io.on_this_thread());
  std::promise<bool> inside;
  io.post([&] { inside.set_value(io.on_this_thread()); });
  EXPECT_TRUE(inside.get_future().get());
  io.stop();
  io.stop();
  EXPECT_FALSE(io.running());
}

// Counts how many of its tasks began, were resumed by a cancellation, and unwound.
struct Course {
  std::atomic<int> begun = 0, passed = 0, unwound = 0;
};
struct Unwinding {
  Course& course;
  ~Unwinding() { ++course.unwound; }
};

Awaitable<void> long_task(Course& course) {
  const Unwinding unwinding{course};
  ++course.begun;
  co_await sleep_for(std::chrono::hours(1));
  co_await sleep_for(std::chrono::hours(1));
  ++course.passed;
}

TEST(TaskGroup, StopCancelsAndWaitsForAll) {
  IoThread io;
  Course course;
  TaskGroup group(io);
  for (int i = 0; i < 3; ++i) group.spawn(long_task(course));
  io.wait_for(joined("", ""));  // all have begun
  EXPECT_EQ(group.size(), 3u);
  group.stop();
  EXPECT_EQ(course.begun, 3);
  EXPECT_EQ(course.unwound, 3);
  EXPECT_EQ(course.passed, 0);
  EXPECT_EQ(group.size(), 0u);

  group.spawn(long_task(course));
  group.stop();
  EXPECT_EQ(course.begun, 3) << "after stop() nothing begins";
}

TEST(TaskGroup, EndsWithAStoppedThread) {
  Course course;
  IoThread io;
  {
    TaskGroup group(io);
    group.spawn(long_task(course));
    io.stop();
  }
  EXPECT_EQ(course.passed, 0);
}

}  // namespace foreshock::net::io_test
