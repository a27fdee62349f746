#include "console/console_test.h"

#include "console/asset.h"

namespace foreshock::console::console_test {

using namespace std::chrono_literals;
using nlohmann::json;

TEST_F(ConsoleTest, TellsItsStatus) {
  status_.in_flight = 3;
  status_.dropped_observations = 7;
  status_.devices = {{1, "Stub 80GB", "", {"a"}}};
  status_.learning = {clock_.now(), clock_.now() + 12h, 20min, 40, 12, {"ttft"}};
  clock_.advance(90s + 500ms);
  store_->flush();
  take("ttft", 0.1);
  EXPECT_EQ(get_json("/api/v1/status"), json::parse(R"({
    "version": "1.2.3", "now": 1800000090.5, "uptime_s": 90.5, "gateway": "http://127.0.0.1:8400",
    "backends": [{"name": "a", "url": "http://127.0.0.1:8000", "kind": "vllm", "healthy": true, "doubt": "none"}],
    "devices": [{"index": 1, "name": "Stub 80GB", "uuid": null, "backends": ["a"]}], "no_devices": null,
    "in_flight": 3, "dropped_observations": 7, "demo": null, "demo_mode": null,
    "learning": {"since": 1800000000.0, "until": 1800043200.0, "least_s": 1200.0, "series": 40, "known": 12, "unknown": ["ttft"]},
    "store": {"in_memory": false, "trouble": null, "series": 1, "write_errors": 0, "last_flush": 1800000090.5}})"));
  status_.gateway.clear();
  status_.learning = {};
  status_.no_devices = "libnvidia-ml.so.1 is not there";
  EXPECT_EQ(get_json("/api/v1/status").at("no_devices"), status_.no_devices);
  EXPECT_TRUE(get_json("/api/v1/status").at("gateway").is_null());
  EXPECT_TRUE(get_json("/api/v1/status").at("learning").at("since").is_null()) << "nothing was measured yet";
}

TEST_F(ConsoleTest, ListsTheSignals) {
  const json signals = get_json("/api/v1/signals").at("signals");
  ASSERT_EQ(signals.size(), 3U);
  EXPECT_EQ(signals[1], json::parse(R"({"name": "throughput", "unit": "tokens/s",
    "direction": "higher_is_better", "rollup": "sum", "help": "Tokens a second."})"));
}

TEST_F(ConsoleTest, ListsTheCauses) {
  EXPECT_EQ(get_json("/api/v1/causes").at("causes"), json::array());
  const std::array causes = {CauseText{"kv_leak", "Blocks stay.", "Restart."}};
  ConsoleSources sources{*store_, std::make_shared<SignalCatalog>(test_signals), clock_,
                         [this] { return status_; }};
  sources.causes = causes;
  routes_ = routes(sources);
  EXPECT_EQ(get_json("/api/v1/causes").at("causes"),
            json::parse(R"([{"name": "kv_leak", "what": "Blocks stay.", "advice": "Restart."}])"));
}

TEST_F(ConsoleTest, TellsWhetherItLivesAndIsReady) {
  EXPECT_EQ(get("/healthz").status, 200);
  EXPECT_EQ(get("/healthz").body, "ok\n");
  EXPECT_EQ(get("/readyz").status, 200);
  status_.backends[0].healthy = false;
  EXPECT_EQ(get("/readyz").status, 503);
  EXPECT_EQ(get("/healthz").status, 200);
  status_.backends[0].healthy = true;
  status_.draining = true;
  EXPECT_EQ(get("/readyz").status, 503) << "who stops takes nothing more";
}

TEST_F(ConsoleTest, ServesThePage) {
  const net::HttpReply page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_NE(page.body.find("<title>Foreshock</title>"), std::string::npos);
  EXPECT_EQ(page.body, get("/index.html").body);
  for (const Asset& asset : embedded_assets()) EXPECT_EQ(get(asset.path).body, asset.bytes) << asset.path;
}

TEST_F(ConsoleTest, BrowsersKeepThePageAndNotTheData) {
  const net::HttpReply page = get("/");
  EXPECT_EQ(header(page, "Cache-Control"), "no-cache");
  wire::Headers known;
  known.add("If-None-Match", "\"other\", " + header(page, "ETag"));
  const net::HttpReply again = get("/", known);
  EXPECT_EQ(again.status, 304);
  EXPECT_TRUE(again.body.empty());
  EXPECT_EQ(header(again, "ETag"), header(page, "ETag"));
  known.set("If-None-Match", "\"0123456789abcdef\"");
  EXPECT_EQ(get("/", known).status, 200);
  EXPECT_EQ(header(get("/api/v1/status"), "Cache-Control"), "no-store");
  EXPECT_EQ(header(get("/api/v1/status"), "ETag"), "");
}

TEST_F(ConsoleTest, EveryAnswerIsGuarded) {
  for (const char* target : {"/", "/healthz", "/api/v1/status", "/api/v1/series", "/nowhere"}) {
    const net::HttpReply reply = get(target);
    EXPECT_EQ(
        header(reply, "Content-Security-Policy"),
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
        << target;
    EXPECT_EQ(header(reply, "X-Frame-Options"), "DENY") << target;
    EXPECT_EQ(header(reply, "Referrer-Policy"), "no-referrer") << target;
    EXPECT_EQ(header(reply, "X-Content-Type-Options"), "nosniff") << target;
  }
}

TEST_F(ConsoleTest, SaysWhatIsNotThere) {
  EXPECT_EQ(refusal("/api/v1/serie", 404), "nothing is at /api/v1/serie");
  EXPECT_EQ(refusal("/../store.db", 404), "nothing is at /../store.db");
}

TEST_F(ConsoleTest, RefusesParametersThatAPathDoesNotTake) {
  EXPECT_EQ(refusal("/api/v1/status?x=1"), "there is no parameter 'x'.");
  EXPECT_EQ(refusal("/api/v1/signals?x=1"), "there is no parameter 'x'.");
}

TEST(Asset, HasATypeByItsEnding) {
  EXPECT_EQ(content_type_of("/a/app.js"), "text/javascript; charset=utf-8");
  EXPECT_EQ(content_type_of("/app.css"), "text/css; charset=utf-8");
  EXPECT_EQ(content_type_of("/favicon.svg"), "image/svg+xml");
  EXPECT_EQ(content_type_of("/font.woff2"), "font/woff2");
  EXPECT_EQ(content_type_of("/LICENSE"), "application/octet-stream");
}

TEST(Asset, HasATagThatChangesWithItsBytes) {
  EXPECT_EQ(entity_tag_of("a"), "\"af63dc4c8601ec8c\"");  // a test vector of FNV-1a
  EXPECT_NE(entity_tag_of("a"), entity_tag_of("b"));
}

}  // namespace foreshock::console::console_test
