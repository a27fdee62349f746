#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "net/http_server.h"
#include "net/raw_client_test.h"

namespace foreshock::net::serve_routes_test {

using testing::HasSubstr;
using testing::StartsWith;

Route say(std::string method, std::string path, std::string words) {
  const auto answer = [words = std::move(words)](const HttpRequest&) {
    HttpReply reply;
    reply.body = words;
    return reply;
  };
  return Route{std::move(method), std::move(path), answer};
}

// The whole answer to one request.
std::string ask(std::vector<Route> routes, std::string_view request_line) {
  IoThread io;
  const auto server = HttpServer::listen(io, {"127.0.0.1", 0}, serve_routes(std::move(routes)));
  RawClient client((*server)->address().port);
  client.send(std::string(request_line) + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  return client.read_to_end();
}

TEST(ServeRoutes, FindsTheExactPathAndMethod) {
  const std::vector<Route> routes = {say("GET", "/a", "got a"), say("POST", "/a", "posted a"),
                                     say("GET", "/*", "the rest")};
  EXPECT_THAT(ask(routes, "GET /a?q=1"), HasSubstr("\r\n\r\ngot a"));
  EXPECT_THAT(ask(routes, "POST /a"), HasSubstr("\r\n\r\nposted a"));
  EXPECT_THAT(ask(routes, "GET /a/b"), HasSubstr("\r\n\r\nthe rest"));
  const std::string head = ask(routes, "HEAD /a");
  EXPECT_THAT(head, HasSubstr("Content-Length: 5\r\n"));
  EXPECT_TRUE(head.ends_with("\r\n\r\n"));
}

TEST(ServeRoutes, SaysWhatIsNotThereAndWhatIsNotTaken) {
  const std::vector<Route> routes = {say("GET", "/a", ""), say("POST", "/a", "")};
  const std::string missing = ask(routes, "GET /b\"\\");
  EXPECT_THAT(missing, StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(missing, HasSubstr("Content-Type: application/json\r\n"));
  EXPECT_THAT(missing, HasSubstr(R"({"error":{"code":"not_found","message":"nothing is at /b\"\\","hint":")"
                                 R"(Check the path."}})"));
  const std::string refused = ask(routes, "DELETE /a");
  EXPECT_THAT(refused, StartsWith("HTTP/1.1 405 "));
  EXPECT_THAT(refused, HasSubstr("Allow: GET, POST\r\n"));
  EXPECT_THAT(refused, HasSubstr(R"("message":"/a does not take DELETE","hint":"Use GET, POST.")"));
}

}  // namespace foreshock::net::serve_routes_test
