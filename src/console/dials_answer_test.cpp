#include "console/console_test.h"
#include "mitigate/lease_board.h"
#include "mitigate/pending_actions.h"

namespace foreshock::console::dials_answer_test {

using nlohmann::json;

class NoAudit final : public AuditLog {
 public:
  void append(std::string_view) override { ++lines; }
  int lines = 0;
};

class DialsTest : public ConsoleTest {
 protected:
  DialsTest() {
    ConsoleSources sources{*store_, std::make_shared<SignalCatalog>(test_signals), clock_,
                           [this] { return status_; }};
    sources.dials = &board_;
    sources.approvals = &pending_;
    routes_ = routes(sources);
  }

  static net::HttpRequest change(std::string_view path, const json& body) {
    net::HttpRequest request;
    request.method = "POST";
    request.path = path;
    request.headers.add("Host", "127.0.0.1:8401");
    request.headers.add("Content-Type", "application/json; charset=utf-8");
    request.from_this_machine = true;
    request.body = body.dump();
    return request;
  }
  net::HttpReply send(const net::HttpRequest& request) const {
    for (const net::Route& route : routes_)
      if (route.method == request.method && route.path == request.path) return route.answer(request);
    return {.status = 404};
  }
  json post(std::string_view path, const json& body, int status = 200) const {
    const net::HttpReply reply = send(change(path, body));
    EXPECT_EQ(reply.status, status) << reply.body;
    return json::parse(reply.body);
  }
  std::string message(std::string_view path, const json& body, int status) const {
    return post(path, body, status).at("error").at("message");
  }

  NoAudit audit_;
  mitigate::LeaseBoard board_{audit_};
  mitigate::PendingActions pending_{board_, audit_};
};

const json two = {{"dial", "draft_length"}, {"value", 2}, {"for_s", 900}, {"who", "anna"}};

TEST_F(DialsTest, AreListedWithTheirLeases) {
  json listed = get_json("/api/v1/dials");
  EXPECT_EQ(listed.at("dials").at(0).at("name"), "draft_length");
  EXPECT_EQ(listed.at("dials").at(0).at("max"), 16);
  EXPECT_TRUE(listed.at("leases").empty());
  json on_a = two;
  on_a["scope"] = {{"replica", "a"}};
  const json set = post("/api/v1/dials", on_a);
  EXPECT_EQ(set.at("previous"), nullptr);
  listed = get_json("/api/v1/dials");
  EXPECT_EQ(listed.at("leases"), json::parse(R"([{"dial":"draft_length","scope":{"replica":"a"},"value":2.0,
      "previous":null,"until":1800000900.0,"since":1800000000.0,"who":"anna","automatic":false,"because":[]}])"));
  EXPECT_EQ(listed.at("stopped"), false);
}

TEST_F(DialsTest, AreSetForNoReplicaThatIsNotThere) {
  status_.replicas = {"a", "b"};
  json on_c = two;
  on_c["scope"] = {{"replica", "c"}};
  EXPECT_TRUE(message("/api/v1/dials", on_c, 400).starts_with("there is no replica 'c'"));
  EXPECT_TRUE(get_json("/api/v1/dials").at("leases").empty());
  on_c["scope"] = {{"replica", "b"}};
  post("/api/v1/dials", on_c);
}

TEST_F(DialsTest, AreUndoneOneByOneOrAllAtOnce) {
  post("/api/v1/dials", two);
  EXPECT_EQ(message("/api/v1/dials/undo", {{"dial", "draft_length"}, {"scope", {{"replica", "a"}}}}, 404),
            "no lease of draft_length runs replica a");
  json on_a = two;
  on_a["scope"] = {{"replica", "a"}};
  post("/api/v1/dials", on_a);
  post("/api/v1/dials/undo", {{"dial", "draft_length"}, {"scope", json::object()}});
  EXPECT_EQ(get_json("/api/v1/dials").at("leases").at(0).at("scope"), on_a["scope"])
      << "only that of everywhere";
  post("/api/v1/dials/undo", {{"dial", "draft_length"}});
  EXPECT_TRUE(get_json("/api/v1/dials").at("leases").empty());
  post("/api/v1/dials", two);
  EXPECT_EQ(post("/api/v1/dials/undo", {{"all", true}}), json({{"undone", 1}, {"stopped", true}}));
  EXPECT_EQ(get_json("/api/v1/dials").at("stopped"), true);
  EXPECT_EQ(post("/api/v1/dials/release", json::object()), json({{"stopped", false}}));
}

TEST_F(DialsTest, SayWhatIsWrong) {
  json wrong = two;
  wrong["value"] = 99;
  EXPECT_EQ(message("/api/v1/dials", wrong, 400),
            "draft_length must be a whole number from 0 to 16 tokens, found 99");
  wrong = two;
  wrong.erase("value");
  EXPECT_EQ(message("/api/v1/dials", wrong, 400), "a dial is set with 'dial', 'value' and 'for_s'");
  json long_one = two;
  long_one["for_s"] = 86'401;
  EXPECT_EQ(message("/api/v1/dials", long_one, 400), "'for_s' expected at most 86400 seconds, found 86401");
  wrong["vaule"] = 2;
  EXPECT_EQ(message("/api/v1/dials", wrong, 400), "unknown key 'vaule'. Did you mean 'value'?");
  EXPECT_EQ(message("/api/v1/dials/undo", json::object(), 400),
            R"(an undo names a 'dial', or says "all": true)");
  EXPECT_EQ(audit_.lines, 0);
}

TEST_F(DialsTest, AreNotTurnedByThePageOfAnother) {
  const auto refused = [&](net::HttpRequest request, int status) {
    const net::HttpReply reply = send(request);
    EXPECT_EQ(reply.status, status) << reply.body;
    EXPECT_TRUE(board_.list(clock_.now()).empty());
    return std::string(json::parse(reply.body).at("error").at("message"));
  };
  net::HttpRequest request = change("/api/v1/dials", two);
  request.from_this_machine = false;
  EXPECT_EQ(refused(request, 403), "the console answers this machine only");
  request = change("/api/v1/dials", two);
  request.headers.set("Host", "rebound.example:8401");
  EXPECT_EQ(refused(request, 403), "the console is not served as 'rebound.example'");
  request = change("/api/v1/dials", two);
  request.headers.add("Origin", "http://evil.example");
  EXPECT_EQ(refused(request, 403), "changes are not taken from a page of 'http://evil.example'");
  request = change("/api/v1/dials", two);
  request.headers.set("Content-Type", "text/plain");
  EXPECT_EQ(refused(request, 400), "a change needs the content type application/json");
  request = change("/api/v1/dials", two);
  request.headers.add("Origin", "http://127.0.0.1:8401");
  EXPECT_EQ(send(request).status, 200) << "the console's own page";
}

TEST_F(DialsTest, WhoTurnedWhatIsTold) {
  EXPECT_EQ(refusal("/api/v1/audit", 404), "this service keeps no audit log");
  ConsoleSources sources{*store_, std::make_shared<SignalCatalog>(test_signals), clock_,
                         [this] { return status_; }};
  sources.audit = [](size_t limit) { return std::vector<std::string>(limit, R"({"what":"undo"})"); };
  routes_ = routes(sources);
  EXPECT_EQ(get_json("/api/v1/audit?limit=2"), json::parse(R"({"deeds":[{"what":"undo"},{"what":"undo"}]})"));
  EXPECT_EQ(get_json("/api/v1/audit").at("deeds").size(), 100U);
}

TEST_F(DialsTest, SuggestedActionsWaitForAWord) {
  Action action;
  action.id.number = 7;
  action.because = {{Noun::diagnosis, 3}};
  action.policy = "draft_length";
  action.at = clock_.now();
  action.setting.dial = "draft_length";
  action.setting.value = 1;
  action.setting.previous = 5;
  action.setting.until = clock_.now() + std::chrono::minutes(15);
  pending_.add(action);
  EXPECT_EQ(get_json("/api/v1/actions/pending"), json::parse(R"({"actions":[{"id":"action-0000000000000007",
      "policy":"draft_length","at":1800000000.0,"dial":"draft_length","scope":{},"value":1.0,"previous":5.0,
      "until":1800000900.0,"because":["diagnosis-0000000000000003"]}]})"));
  EXPECT_EQ(message("/api/v1/actions/approve", {{"id", "finding-0000000000000007"}}, 400),
            "'id' expected the id of an action");
  EXPECT_EQ(post("/api/v1/actions/approve", {{"id", to_text(action.id)}}).at("value"), 1);
  EXPECT_EQ(board_.list(clock_.now()).size(), 1U);
  message("/api/v1/actions/decline", {{"id", to_text(action.id)}}, 404);
  pending_.add(action);
  post("/api/v1/actions/decline", {{"id", to_text(action.id)}});
  EXPECT_TRUE(get_json("/api/v1/actions/pending").at("actions").empty());
}

}  // namespace foreshock::console::dials_answer_test
