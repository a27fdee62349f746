#include "bench/endpoint.h"

#include <gtest/gtest.h>

#include "net/http_server.h"

namespace foreshock::bench::endpoint_test {

TEST(Endpoint, IsFoundFromABaseOrAWholeAddress) {
  const std::string_view examples[][3] = {
      {"http://h:1", "http://h:1/v1/chat/completions", "http://h:1/v1/models"},
      {"http://h:1/", "http://h:1/v1/chat/completions", "http://h:1/v1/models"},
      {"http://h:1/v1", "http://h:1/v1/chat/completions", "http://h:1/v1/models"},
      {"http://h:1/v1/", "http://h:1/v1/chat/completions", "http://h:1/v1/models"},
      {"http://h:1/v1/chat/completions", "http://h:1/v1/chat/completions", "http://h:1/v1/models"},
      {"http://h:1/api/paas/v4", "http://h:1/api/paas/v4/chat/completions", "http://h:1/api/paas/v4/models"},
      {"http://h:1/x/chat/completions", "http://h:1/x/chat/completions", "http://h:1/x/models"},
      {"http://[::1]:1", "http://[::1]:1/v1/chat/completions", "http://[::1]:1/v1/models"},
  };
  for (const auto& [url, chat, models] : examples) {
    const auto endpoint = find_endpoint(url);
    ASSERT_TRUE(endpoint) << url;
    EXPECT_EQ(endpoint->chat_url, chat);
    EXPECT_EQ(endpoint->models_url, models);
  }
}

TEST(Endpoint, RefusesOtherDialectsAndNonsense) {
  EXPECT_EQ(find_endpoint("http://h:1/v1/messages").error().code(), Code::unsupported);
  EXPECT_EQ(find_endpoint("h:1").error().code(), Code::bad_config);
}

TEST(Endpoint, AsksForTheFirstModel) {
  const VirtualClock clock;
  net::IoThread io;
  net::HttpClient http(io.executor(), clock);
  net::HttpReply models;
  const auto server = net::HttpServer::listen(
      io, {"127.0.0.1", 0}, net::serve_routes({{"GET", "/v1/models", [&](const auto&) { return models; }}}));
  const std::string url = "http://" + net::to_text((*server)->address());
  const auto ask = [&](const std::string& path) { return io.wait_for(first_model(http, url + path)); };

  models.body = R"({"data":[{"id":"one"},{"id":"two"}]})";
  EXPECT_EQ(ask("/v1/models").value(), "one");
  for (const char* body :
       {"", "[]", "{}", R"({"data":[]})", R"({"data":[{"id":7}]})", R"({"data":["one"]})"}) {
    models.body = body;
    const auto found = ask("/v1/models");
    ASSERT_FALSE(found) << body;
    EXPECT_EQ(found.error().code(), Code::not_found);
  }
  EXPECT_EQ(ask("/elsewhere").error().what(), url + "/elsewhere lists no model (status 404)");
}

}  // namespace foreshock::bench::endpoint_test
