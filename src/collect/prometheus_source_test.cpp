#include "collect/prometheus_source.h"

#include <mutex>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/http_server.h"
#include "testkit/loopback.h"

namespace foreshock::collect::prometheus_source_test {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

constexpr Instant noon{1'800'000'000s};  // 08:00 UTC

TEST(FirstPiece, AsksForNoMoreThanAServerAnswers) {
  const QueriedRange month{noon, noon + 30 * 24h - 60s, 60s};
  EXPECT_EQ(first_piece(month, 0).to, noon + 1h - 60s) << "up to the end of the hour, to see how much comes";
  EXPECT_EQ(first_piece(month, 1).to, noon + 16h + 6 * 24h - 60s) << "whole days, the first aside";
  EXPECT_LE(first_piece(month, 1).points(), most_points);
  EXPECT_LE(first_piece(month, 100'000).points(), 5u);
  for (const Duration step : {Duration(1s), Duration(7s), Duration(15s), Duration(60s), Duration(1h)})
    for (const size_t series : {0u, 1u, 40u, 5000u, 2'000'000u}) {
      QueriedRange left{noon + 13s, noon + 40 * 24h, step};
      size_t points = 0;
      const size_t all = left.points();
      for (int pieces = 0; left.from <= left.to && pieces < 100; ++pieces) {
        const QueriedRange piece = first_piece(left, series);
        ASSERT_LE(piece.points(), most_points);
        ASSERT_GE(piece.to, piece.from);
        ASSERT_LE(piece.to, left.to);
        points += piece.points();
        left.from = piece.to + step;
      }
      if (left.from > left.to) {
        EXPECT_EQ(points, all);
      }
    }
}

class PrometheusSourceTest : public ::testing::Test {
 protected:
  // ANSWER: to path and query or form.
  using Answer = std::function<net::HttpReply(const net::HttpRequest&)>;
  void serve(Answer answer) {
    const auto handle = [this, answer](const net::HttpRequest& request) {
      const std::lock_guard lock(mutex_);
      asked_.push_back(request.query + request.body);
      authorization_ = std::string(request.headers.find("Authorization").value_or(""));
      return answer(request);
    };
    server_ = net::HttpServer::listen(io_, net::Address{"127.0.0.1", 0},
                                      net::serve_routes({{"GET", "/p/api/v1/label/__name__/values", handle},
                                                         {"POST", "/p/api/v1/query_range", handle}}))
                  .value();
    options_.prometheus = "http://" + net::to_text(server_->address()) + "/p/";
  }
  static net::HttpReply reply(int status, std::string body) {
    net::HttpReply reply;
    reply.status = status;
    reply.body = std::move(body);
    return reply;
  }
  PrometheusSource& source(int attempts = 1) {
    source_ = std::make_unique<PrometheusSource>(io_.executor(), clock_, options_, attempts);
    return *source_;
  }

  RealClock clock_;
  net::IoThread io_;
  SourceOptions options_;
  std::mutex mutex_;
  std::vector<std::string> asked_;
  std::string authorization_;
  std::unique_ptr<net::HttpServer> server_;
  std::unique_ptr<PrometheusSource> source_;
};

TEST_F(PrometheusSourceTest, AsksWhatIsThereAndThenForIt) {
  serve([](const net::HttpRequest& request) {
    if (request.body.empty())
      return reply(200, R"({"status":"success","data":["up","vllm:num_requests_running"]})");
    return reply(200,
                 R"({"status":"success","warnings":["w"],"data":{"resultType":"matrix","result":[{"metric":)"
                 R"({"instance":"a"},"values":[[1800000000,"2"],[1800000060,"3"]]}]}})");
  });
  options_.match = "{job=\"v\"}";
  options_.user = "u";
  options_.password = "p";
  const auto plan = io_.wait_for(source().plan(noon, noon + 60s));
  ASSERT_TRUE(plan) << plan.error().text();
  ASSERT_EQ(plan->queries.size(), 1u);
  SourceAnswers answers(plan->queries[0], options_);
  std::vector<double> values;
  const PrometheusSource::Take take = [&](const std::vector<SourceRows>& rows, const QueriedRange&) {
    for (const SourceValue& value : rows.at(0).values) values.push_back(value.value);
    return Result<void>();
  };
  const auto read = io_.wait_for(source_->read(plan->queries[0], answers, {noon, noon + 60s, 60s}, take));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_THAT(values, ElementsAre(2, 3));
  EXPECT_THAT(source_->known().warnings, ElementsAre("w"));
  EXPECT_EQ(asked_.at(0),

            "start=1800000000.000&end=1800000060.000&match%5B%5D=%7Bjob%3D%22v%22%7D");
  EXPECT_THAT(asked_.at(1), HasSubstr("&start=1800000000.000&end=1800000060.000&step=60.000"));
  EXPECT_EQ(authorization_, "Basic dTpw");
}

TEST_F(PrometheusSourceTest, TellsWhichMetricsAreThereInstead) {
  serve([](const net::HttpRequest&) {
    return reply(200, R"({"status":"success","data":["node_load1","up"]})");
  });
  const auto plan = io_.wait_for(source().plan(noon, noon));
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code(), Code::not_found);
  EXPECT_THAT(plan.error().what(), HasSubstr("it has 2 others: node_load1, up"));
}

TEST_F(PrometheusSourceTest, SaysWhoIsAskedForAndNeverTheSecret) {
  serve([](const net::HttpRequest&) { return reply(401, "Unauthorized"); });
  EXPECT_THAT(io_.wait_for(source().plan(noon, noon)).error().hint(), HasSubstr("Give a user"));
  options_.token = "geheim";
  const auto refused = io_.wait_for(source().plan(noon, noon));
  EXPECT_EQ(authorization_, "Bearer geheim");
  EXPECT_EQ(refused.error().code(), Code::unauthorized);
  EXPECT_EQ(refused.error().text().find("geheim"), std::string::npos) << refused.error().text();
}

TEST_F(PrometheusSourceTest, SaysThatItIsNoPrometheus) {
  serve([](const net::HttpRequest&) { return reply(404, "<html>"); });
  EXPECT_THAT(io_.wait_for(source().plan(noon, noon)).error().what(), HasSubstr("is no Prometheus"));
  options_.prometheus = "http://127.0.0.1:" + fmt::to_string(testkit::unused_port());
  EXPECT_EQ(io_.wait_for(source().plan(noon, noon)).error().code(), Code::backend_unreachable);
}

TEST_F(PrometheusSourceTest, AsksAgainWhereAServerIsBusyButNotForever) {
  int busy = 1;
  serve([&](const net::HttpRequest&) {
    if (busy-- > 0) return reply(503, R"({"status":"error","errorType":"unavailable","error":"starting"})");
    return reply(200, R"({"status":"success","data":["vllm:num_requests_running"]})");
  });
  EXPECT_TRUE(io_.wait_for(source(2).plan(noon, noon)));
  EXPECT_EQ(asked_.size(), 2u);
  busy = 100;
  const auto refused = io_.wait_for(source(2).plan(noon, noon));
  EXPECT_EQ(asked_.size(), 4u);
  EXPECT_EQ(refused.error().code(), Code::overloaded);
  EXPECT_THAT(refused.error().what(), HasSubstr("starting"));
}

}  // namespace foreshock::collect::prometheus_source_test
