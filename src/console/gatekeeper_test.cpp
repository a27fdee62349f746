#include "console/gatekeeper.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "console/change_guard.h"
#include "wire/key_hash.h"

namespace foreshock::console::gatekeeper_test {

using namespace std::chrono_literals;
using nlohmann::json;

class Lines final : public AuditLog {
 public:
  void append(std::string_view line) override { all.push_back(json::parse(line)); }
  std::vector<json> all;
};

ConsoleOptions with_tokens() {
  ConsoleOptions options;
  options.listen = "0.0.0.0:8401";
  options.hosts = "console.example, other.example:8401";
  options.admin_tokens = {{"vera", wire::hash_of_key("token-of-vera"), Role::viewer},
                          {"olga", wire::hash_of_key("token-of-olga"), Role::operator_}};
  return options;
}

class GatekeeperTest : public ::testing::Test {
 protected:
  explicit GatekeeperTest(const ConsoleOptions& options = with_tokens())
      : gate_(Gatekeeper::make(options, clock_, &audit_)), routes_(gate_->sign_in_routes()) {
    const auto answer = [this](const net::HttpRequest& request) {
      asked_by_ = request.who;
      return net::HttpReply{.body = "{}"};
    };
    routes_.push_back(gate_->protect({"GET", "/api/v1/dials", answer}));
    routes_.push_back(gate_->protect({"POST", "/api/v1/dials", answer}));
    routes_.push_back(gate_->hosted({"GET", "/", answer}));
  }

  static net::HttpRequest request(std::string_view method, std::string_view path,
                                  std::string_view bearer = "") {
    net::HttpRequest made;
    made.method = method;
    made.path = path;
    made.peer = "192.0.2.7";
    made.headers.add("Host", "192.0.2.1:8401");
    if (method == "POST") made.headers.add("Content-Type", "application/json");
    if (!bearer.empty()) made.headers.add("Authorization", fmt::format("Bearer {}", bearer));
    return made;
  }
  net::HttpReply send(const net::HttpRequest& request) const {
    for (const net::Route& route : routes_)
      if (route.method == request.method && route.path == request.path) return route.answer(request);
    return {.status = 404};
  }
  net::HttpReply sign_in(std::string_view token, std::string_view origin = "http://192.0.2.1:8401") const {
    net::HttpRequest made = request("POST", "/api/v1/session");
    if (!origin.empty()) made.headers.add("Origin", origin);
    made.body = json{{"token", token}}.dump();
    return send(made);
  }
  static std::string cookie_of(const net::HttpReply& reply) {
    for (const auto& [name, value] : reply.headers)
      if (name == "Set-Cookie") return value;
    return "";
  }
  static net::HttpRequest with_cookie(net::HttpRequest made, const net::HttpReply& signed_in) {
    const std::string cookie = cookie_of(signed_in);
    made.headers.add("Cookie", fmt::format("a=b; {}", cookie.substr(0, cookie.find(';'))));
    return made;
  }

  VirtualClock clock_{Instant{1'800'000'000s}};
  Lines audit_;
  std::string asked_by_;
  std::shared_ptr<Gatekeeper> gate_;
  std::vector<net::Route> routes_;
};

TEST_F(GatekeeperTest, AsksForATokenFromThisMachineToo) {
  net::HttpRequest made = request("GET", "/api/v1/dials");
  made.from_this_machine = true;
  EXPECT_EQ(send(made).status, 401) << "a proxy may stand here";
  EXPECT_EQ(send(request("GET", "/api/v1/dials", "token-of-vera")).status, 200);
  EXPECT_EQ(asked_by_, "vera");
  EXPECT_EQ(send(request("GET", "/api/v1/dials", "token-of-eve")).status, 401);
  EXPECT_EQ(send(request("GET", "/")).status, 200) << "the code of the page is no secret";
}

TEST_F(GatekeeperTest, AViewerReadsAndAnOperatorActs) {
  const net::HttpReply refused = send(request("POST", "/api/v1/dials", "token-of-vera"));
  EXPECT_EQ(refused.status, 403);
  EXPECT_NE(refused.body.find("'vera' is a viewer and may only look"), std::string::npos) << refused.body;
  EXPECT_EQ(send(request("POST", "/api/v1/dials", "token-of-olga")).status, 200);
  EXPECT_EQ(asked_by_, "olga");
}

TEST_F(GatekeeperTest, ASessionLastsUntilItsEndOrASignOut) {
  const net::HttpReply in = sign_in("token-of-olga");
  ASSERT_EQ(in.status, 200) << in.body;
  EXPECT_EQ(json::parse(in.body).at("role"), "operator");
  const std::string cookie = cookie_of(in);
  for (const char* part : {"; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=43200"})
    EXPECT_NE(cookie.find(part), std::string::npos) << cookie;
  EXPECT_EQ(cookie.find("Secure"), std::string::npos);
  EXPECT_NE(cookie_of(sign_in("token-of-olga", "https://192.0.2.1:8401")).find("; Secure"),
            std::string::npos);
  EXPECT_EQ(send(with_cookie(request("GET", "/api/v1/dials"), in)).status, 200);
  clock_.advance(12h);
  EXPECT_EQ(send(with_cookie(request("GET", "/api/v1/dials"), in)).status, 401);
  const net::HttpReply again = sign_in("token-of-olga");
  EXPECT_EQ(send(with_cookie(request("POST", "/api/v1/session/end"), again)).status, 200);
  EXPECT_EQ(send(with_cookie(request("GET", "/api/v1/dials"), again)).status, 401);
}

TEST_F(GatekeeperTest, AChangeOfASessionBringsItsToken) {
  const net::HttpReply in = sign_in("token-of-olga");
  net::HttpRequest change = with_cookie(request("POST", "/api/v1/dials"), in);
  EXPECT_EQ(send(change).status, 403);
  change.headers.add(change_token_field, "guessed");
  EXPECT_EQ(send(change).status, 403);
  change.headers.set(change_token_field, json::parse(in.body).at("change_token").get<std::string>());
  EXPECT_EQ(send(change).status, 200);
  const net::HttpReply told = send(with_cookie(request("GET", "/api/v1/session"), in));
  EXPECT_EQ(json::parse(told.body), json::parse(in.body));
  change.headers.add("Origin", "http://evil.example");
  EXPECT_EQ(send(change).status, 403);
}

TEST_F(GatekeeperTest, NoOtherPageSignsInOrActs) {
  EXPECT_EQ(sign_in("token-of-olga", "http://evil.example").status, 403);
  EXPECT_EQ(sign_in("token-of-olga", "null").status, 403);
  net::HttpRequest made = request("POST", "/api/v1/dials", "token-of-olga");
  made.headers.add("Sec-Fetch-Site", "same-site");
  EXPECT_EQ(send(made).status, 403);
  made.headers.set("Sec-Fetch-Site", "same-origin");
  EXPECT_EQ(send(made).status, 200);
  made.headers.set("Content-Type", "text/plain");
  EXPECT_EQ(send(made).status, 400);
}

TEST_F(GatekeeperTest, WrongTokensAreLimitedAndNoted) {
  for (int i = 0; i < AttemptLimit::most; ++i) EXPECT_EQ(sign_in("token-of-eve").status, 401);
  EXPECT_EQ(sign_in("token-of-olga").status, 429) << "a right one tells nothing now";
  EXPECT_EQ(send(request("GET", "/api/v1/dials", "token-of-olga")).status, 429);
  net::HttpRequest elsewhere = request("GET", "/api/v1/dials", "token-of-olga");
  elsewhere.peer = "192.0.2.8";
  EXPECT_EQ(send(elsewhere).status, 200);
  clock_.advance(AttemptLimit::window);
  EXPECT_EQ(sign_in("token-of-olga").status, 200);
  ASSERT_EQ(audit_.all.size(), 11U);
  EXPECT_EQ(audit_.all[0], json::parse(R"({"at":"2027-01-15T08:00:00.000Z","what":"sign_in_refused","who":"",
      "automatic":false,"peer":"192.0.2.7","because":[]})"));
  EXPECT_EQ(audit_.all[10].at("what"), "sign_in");
  EXPECT_EQ(audit_.all[10].at("who"), "olga");
  EXPECT_EQ(json(audit_.all).dump().find("token-of"), std::string::npos);
}

TEST_F(GatekeeperTest, IsAskedByItsNamesAlone) {
  const auto status = [&](std::string_view host) {
    net::HttpRequest made = request("GET", "/api/v1/dials", "token-of-vera");
    made.headers.set("Host", host);
    return send(made).status;
  };
  for (const char* own : {"192.0.2.1:8401", "[2001:db8::1]:8401", "localhost", "LOCALHOST.:1", "127.0.0.1",
                          "[::1]:8401", "Console.Example", "other.example:9000"})
    EXPECT_EQ(status(own), 200) << own;
  for (const char* foreign : {"rebound.example:8401", "127.0.0.1.evil.example", "localhost.evil.example",
                              "console.example.evil.example", "1.2.3.4.5"})
    EXPECT_EQ(status(foreign), 403) << foreign;
  for (const char* none :
       {"", "localhost:1@evil.example", "evil.example@localhost", "localhost:", "localhost:x",
        "localhost:65536", "localhost:0", "localhost:1:2", "localhost/", "localhost evil", "[::1",
        "[::1]evil", "[localhost]", ":8401", ".", ".:8401", "localhost?", "localhost#"})
    EXPECT_EQ(status(none), 400) << none;
  net::HttpRequest page = request("GET", "/");
  page.headers.set("Host", "rebound.example");
  const net::HttpReply refused = send(page);
  EXPECT_EQ(refused.status, 403);
  EXPECT_NE(refused.body.find("add the name to console.hosts"), std::string::npos);
}

class OpenGatekeeperTest : public GatekeeperTest {
 protected:
  OpenGatekeeperTest() : GatekeeperTest(ConsoleOptions{}) {}
};

TEST_F(OpenGatekeeperTest, WithoutTokensThisMachineActsAndNobodyElse) {
  net::HttpRequest made = request("POST", "/api/v1/dials");
  made.headers.set("Host", "127.0.0.1:8401");
  EXPECT_EQ(send(made).status, 403);
  made.from_this_machine = true;
  EXPECT_EQ(send(made).status, 200);
  EXPECT_EQ(asked_by_, "");
  made.headers.set("Host", "192.0.2.1:8401");
  EXPECT_EQ(send(made).status, 403) << "it does not listen there";
  made = request("GET", "/api/v1/session");
  made.headers.set("Host", "localhost");
  made.from_this_machine = true;
  EXPECT_EQ(json::parse(send(made).body),
            json::parse(R"({"who":null,"role":"operator","change_token":null,"signs_in":false})"));
}

TEST(Sessions, AreBoundedAndTheOneThatEndsFirstGoes) {
  Sessions sessions(1h);
  const Instant start{1'800'000'000s};
  const std::string first = sessions.open("a", Role::viewer, start).value();
  std::string last;
  for (size_t i = 0; i < Sessions::most; ++i) last = sessions.open("b", Role::viewer, start + 1s).value();
  EXPECT_EQ(sessions.find(first, start + 1s), nullptr);
  EXPECT_NE(sessions.find(last, start + 1s), nullptr);
}

TEST(AttemptLimit, IsBoundedHoweverManyAddressesTry) {
  AttemptLimit limit;
  const Instant now{1'800'000'000s};
  for (size_t i = 0; i < AttemptLimit::most_addresses + AttemptLimit::most; ++i)
    limit.failed(fmt::format("peer-{}", i), now);
  EXPECT_EQ(limit.wait("peer-0", now), Duration::zero());
  EXPECT_EQ(limit.wait("somebody new", now), AttemptLimit::window);
}

TEST(ConsoleOptions, OtherMachinesReachItOnlyWithTokens) {
  ConsoleOptions options;
  for (const char* here : {"127.0.0.1:8401", "localhost:0", "[::1]:8401", "127.9.9.9:1"}) {
    options.listen = here;
    EXPECT_TRUE(check_console(options)) << here;
  }
  for (const char* everywhere :
       {":8401", "0.0.0.0:8401", "[::]:8401", "192.0.2.1:8401", "host.example:8401"}) {
    options.listen = everywhere;
    const auto refused = check_console(options);
    ASSERT_FALSE(refused) << everywhere;
    EXPECT_NE(refused.error().what().find("there are no console.admin_tokens"), std::string::npos);
  }
  EXPECT_TRUE(check_console(with_tokens()));
}

}  // namespace foreshock::console::gatekeeper_test
