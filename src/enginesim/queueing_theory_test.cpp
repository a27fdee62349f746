// A VirtualReplica whose speed does not depend on who runs is a queue with as many servers as it has places:
// its waiting times are known. A mean may be three standard errors off, by batch means, and 5 %.
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "enginesim/replica_course_test.h"

namespace foreshock::enginesim::queueing_theory_test {

constexpr double tokens_a_second = 1000;
constexpr int64_t mean_tokens = 1000;  // after the first, which costs nothing here: a mean service of 1 s
constexpr size_t requests = 100000;

using Service = std::function<int64_t(Random&)>;  // tokens after the first

int64_t always_the_same(Random&) {
  return mean_tokens;
}
int64_t exponential(Random& random) {
  return std::llround(random.exponential(mean_tokens));
}

struct Visit {
  double arrived, waited, served;  // s
};

// In the order of arrival.
std::vector<Visit> run_queue(int64_t servers, double load, const Service& service) {
  VirtualSpec spec = virtual_replica_test::exact();
  spec.decode_rate = tokens_a_second;
  spec.step_growth = spec.first_token = 0;
  spec.prefill_rate = 1e12;
  spec.max_running = servers;
  spec.queue = 1000000;
  spec.kv_blocks = 1000000000;
  virtual_replica_test::ReplicaCourse course(spec);
  Random random(1);
  double at = 0;
  for (uint64_t id = 0; id < requests; ++id) {
    at += random.exponential(1 / (load * static_cast<double>(servers)));
    course.move(at);
    course.replica.submit(virtual_replica_test::asking(id, 1, 1 + service(random)), at);
  }
  course.run_empty();
  EXPECT_EQ(course.ended.size(), requests);
  std::vector<Visit> visits(requests);
  for (const VirtualOutcome& outcome : course.ended)
    visits[outcome.id] = {outcome.arrived, outcome.admitted - outcome.arrived, outcome.at - outcome.admitted};
  return visits;
}

struct Estimate {
  double mean, standard_error;
};

// Of values that depend on those shortly before them.
template <class Value>
Estimate batch_means(const std::vector<Visit>& visits, Value&& value) {
  constexpr size_t batches = 25, length = requests / batches;
  std::vector<double> means;
  for (auto first = visits.begin(); first != visits.end(); first += length)
    means.push_back(std::accumulate(first, first + length, 0.0,
                                    [&](double sum, const Visit& visit) { return sum + value(visit); }) /
                    length);
  const double mean = std::accumulate(means.begin(), means.end(), 0.0) / batches;
  double squares = 0;
  for (const double one : means) squares += (one - mean) * (one - mean);
  return {mean, std::sqrt(squares / (batches - 1) / batches)};
}

double waited(const Visit& visit) {
  return visit.waited;
}
double had_to_wait(const Visit& visit) {
  return visit.waited > 1e-6 ? 1 : 0;
}

// WORST_ERROR: the largest standard error with which the check still says something, relative.
void expect_estimate(const Estimate& estimate, double expected, double worst_error) {
  EXPECT_NEAR(estimate.mean, expected, 3 * estimate.standard_error);
  EXPECT_NEAR(estimate.mean / expected, 1, 0.05);
  EXPECT_LT(estimate.standard_error, worst_error * expected);
}

// Pollaczek-Khinchine: the mean wait for services of mean 1 s and squared coefficient of variation CV2.
double pollaczek_khinchine(double load, double cv2) {
  return load / (1 - load) * (1 + cv2) / 2;
}

TEST(QueueingTheory, OneServerWaitsAsPollaczekAndKhinchineSay) {
  for (const auto& [load, worst_error] : {std::pair{0.3, 0.02}, {0.5, 0.02}, {0.8, 0.03}}) {
    SCOPED_TRACE(load);
    expect_estimate(batch_means(run_queue(1, load, exponential), waited), pollaczek_khinchine(load, 1),
                    worst_error);
    expect_estimate(batch_means(run_queue(1, load, always_the_same), waited), pollaczek_khinchine(load, 0),
                    worst_error);
  }
}

// Lindley's recursion gives the wait of each request out of those before it, with no tolerance but rounding.
TEST(QueueingTheory, EachRequestWaitsForThoseBeforeIt) {
  const std::vector<Visit> visits = run_queue(1, 0.9, exponential);
  for (size_t i = 1; i < visits.size(); ++i) {
    const Visit& before = visits[i - 1];
    const double free_at = before.arrived + before.waited + before.served;
    ASSERT_NEAR(visits[i].waited, std::max(0.0, free_at - visits[i].arrived), 1e-6) << i;
  }
}

// The chance to wait for one of SERVERS, by the recursion of Erlang's B formula.
double erlang_c(int64_t servers, double load) {
  const double offered = load * static_cast<double>(servers);
  double blocked = 1;
  for (int64_t i = 1; i <= servers; ++i)
    blocked = offered * blocked / (static_cast<double>(i) + offered * blocked);
  return blocked / (1 - load * (1 - blocked));
}

TEST(QueueingTheory, SeveralServersAreWaitedForAsErlangSays) {
  EXPECT_NEAR(erlang_c(2, 0.75), 9.0 / 14, 1e-12);
  for (const auto& [servers, load] : {std::pair{2, 0.75}, {4, 0.7}, {8, 0.8}}) {
    SCOPED_TRACE(servers);
    const std::vector<Visit> visits = run_queue(servers, load, exponential);
    const double chance = erlang_c(servers, load);
    expect_estimate(batch_means(visits, had_to_wait), chance, 0.015);
    expect_estimate(batch_means(visits, waited), chance / ((1 - load) * servers), 0.05);
  }
}

}  // namespace foreshock::enginesim::queueing_theory_test
