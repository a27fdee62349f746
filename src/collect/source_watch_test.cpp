#include "collect/source_watch.h"

#include <atomic>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "net/http_server.h"
#include "wire/url.h"

namespace foreshock::collect::source_watch_test {

using namespace std::chrono_literals;

class Kept final : public SeriesSink {
 public:
  void take(std::span<const Sample> samples) override {
    const std::lock_guard lock(mutex_);
    samples_.insert(samples_.end(), samples.begin(), samples.end());
  }
  std::vector<Sample> of(std::string_view signal, const Stratum& stratum) const {
    const std::lock_guard lock(mutex_);
    std::vector<Sample> found;
    for (const Sample& sample : samples_)
      if (sample.key == SeriesKey{std::string(signal), stratum}) found.push_back(sample);
    return found;
  }
  // Once there are so many, which comes sooner or later.
  std::vector<Sample> wait_for(size_t count, std::string_view signal, const Stratum& stratum) const {
    for (;; std::this_thread::yield())
      if (auto found = of(signal, stratum); found.size() >= count) return found;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Sample> samples_;
};

double number_after(const std::string& form, const std::string& name) {
  return std::stod(form.substr(form.find("&" + name + "=") + name.size() + 2));
}

// Each point's value is its time.
net::HttpReply answer(const net::HttpRequest& request) {
  net::HttpReply reply;
  if (request.body.empty()) {
    reply.body = R"({"status":"success","data":["vllm:num_requests_running"]})";
    return reply;
  }
  std::string points;
  for (double at = number_after(request.body, "start"); at <= number_after(request.body, "end"); at += 1)
    points += fmt::format("{}[{:.0f},\"{:.0f}\"]", points.empty() ? "" : ",", at, at);
  reply.body = fmt::format(
      R"({{"status":"success","data":{{"resultType":"matrix","result":[{{"metric":{{"instance":"a:1","model_name":"m"}},"values":[{}]}}]}}}})",
      points);
  return reply;
}

TEST(SourceWatch, ReadsOnFromWhereItWasAndTellsWhenTheServerIsAway) {
  std::atomic<bool> away{false};
  RealClock clock;
  Kept kept;
  net::IoThread io;
  const auto handle = [&](const net::HttpRequest& request) {
    if (!away) return answer(request);
    net::HttpReply reply;
    reply.status = 500;
    return reply;
  };
  const auto server =
      net::HttpServer::listen(io, net::Address{"127.0.0.1", 0},
                              net::serve_routes({{"GET", "/api/v1/label/__name__/values", handle},
                                                 {"POST", "/api/v1/query_range", handle}}))
          .value();
  SourceOptions options;
  options.name = "prod";
  options.prometheus = "http://" + net::to_text(server->address());
  options.every = 1s;
  SourceWatch watch(io, clock, {options}, kept);
  kept.wait_for(2, "running", {"replica", "a:1"});
  away = true;
  const Stratum prod{"replica", "prod"};
  for (;; std::this_thread::yield())
    if (kept.of("series_missing", prod).back().value == 1) break;
  const size_t before = kept.of("running", {}).size();
  const size_t looked = kept.of("series_missing", prod).size();
  kept.wait_for(looked + 1, "series_missing", prod);
  away = false;
  const auto read = kept.wait_for(before + 3, "running", {"model", "m"});
  for (size_t i = 1; i < read.size(); ++i)
    EXPECT_EQ(read[i].at - read[i - 1].at, 1s) << "none is missing, and none comes twice";
  for (const Sample& sample : read) EXPECT_EQ(sample.value, unix_seconds(sample.at));
  EXPECT_EQ(kept.of("series_missing", prod).front().value, 0);
}

}  // namespace foreshock::collect::source_watch_test
