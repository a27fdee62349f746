#include "cli/config.h"

#include <cstdlib>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "wire/key_hash.h"

namespace foreshock::cli::config_test {

Error error_of(std::string_view text) {
  auto config = read_config_text(text, "f.yaml");
  if (!config) return config.error();
  const auto checked = check_config(*config);
  EXPECT_FALSE(checked) << text;
  return checked ? Error(Code::internal, "accepted") : checked.error();
}

TEST(Config, ReadsTheSmallestFileAndEveryKind) {
  const auto config = read_config_text(R"(
listen: 127.0.0.1:0
console: "[::1]:8401"
data_dir: /tmp/x
backends:
  - { name: a, url: http://127.0.0.1:8000, kind: vllm }
  - url: http://127.0.0.1:8001/v1
slo: { ttft_p99: 1500ms, error_rate: 2% }
limits: { request_body: 1MiB }
timeouts: { idle: 90s }
store: { series_cap: 500 }
strata: { pairs: zone+class replica+start }
)",
                                       "f.yaml");
  ASSERT_TRUE(config) << config.error().text();
  EXPECT_TRUE(check_config(*config));
  EXPECT_EQ(config->gateway.listen, "127.0.0.1:0");
  EXPECT_EQ(config->console.listen, "[::1]:8401");
  EXPECT_EQ(config->store.data_dir, "/tmp/x");
  EXPECT_EQ(config->gateway.backends.at(0).kind, "vllm");
  EXPECT_EQ(config->gateway.backends.at(1).name, "backend-2");
  EXPECT_EQ(config->slo.ttft_p99, std::chrono::milliseconds(1500));
  EXPECT_DOUBLE_EQ(config->slo.error_rate.value, 0.02);
  EXPECT_EQ(config->gateway.limits.request_body.value, 1 << 20);
  EXPECT_EQ(config->gateway.timeouts.idle, std::chrono::seconds(90));
  EXPECT_EQ(config->store.series_cap, 500);
  EXPECT_EQ(print_value(config->strata.pairs), "zone+class replica+start");
}

TEST(Config, AnEmptyFileIsTheDefaults) {
  EXPECT_EQ(read_config_text("", "f.yaml")->gateway.listen, "127.0.0.1:8400");
}

TEST(Config, SaysFileLineAndColumnOfWhatIsWrong) {
  EXPECT_EQ(error_of("listen: 127.0.0.1:1\nlisn: x\n").what(),
            "f.yaml:2:1: unknown key 'lisn'. Did you mean 'listen'?");
  EXPECT_EQ(error_of("limits:\n  request_bdy: 1\n").what(),
            "f.yaml:2:3: unknown key 'request_bdy'. Did you mean 'request_body'?");
  EXPECT_EQ(error_of("strata:\n  pairs: replica+promt\n").what(),
            "f.yaml:2:10: 'pairs' unknown dimension 'promt' in 'replica+promt'. Did you mean 'prompt'?");
  EXPECT_EQ(error_of("backends:\n  - { nme: a }\n").what(),
            "f.yaml:2:7: unknown key 'nme'. Did you mean 'name'?");
  EXPECT_EQ(error_of("threads: many\n").what(),
            "f.yaml:1:10: 'threads' expected a whole number, found 'many'");
  EXPECT_EQ(error_of("threads: 5000\n").what(),
            "f.yaml:1:10: 'threads' must lie between 0 and 1024 threads, found '5000'");
  EXPECT_EQ(error_of("timeouts: { idle: 5 }\n").what(),
            "f.yaml:1:19: 'idle' expected a time such as 250ms, 2s or 1h, found '5'");
  EXPECT_EQ(error_of("listen: [a]\n").what(), "f.yaml:1:9: 'listen' needs a single value");
  EXPECT_EQ(error_of("backends: x\n").what(), "f.yaml:1:11: 'backends' needs a list of at least one");
  EXPECT_EQ(error_of("backends:\n").what(), "f.yaml:2:1: 'backends' needs a list of at least one")
      << "an engine commented out is no wish for a simulated one";
  EXPECT_EQ(error_of("backends:\n  - { name: a }\n").what(), "f.yaml:2:5: a backend has no url");
  EXPECT_EQ(error_of("timeouts: 5\n").what(), "f.yaml:1:11: expected keys with values here");
  EXPECT_EQ(error_of("listen: a\nlisten: b\n").what(), "f.yaml:2:1: the key 'listen' stands here twice");
  EXPECT_TRUE(error_of("a: [1\nb: {").what().starts_with("f.yaml:")) << "broken YAML has its place too";
}

TEST(Config, ReadsSourcesAndKeepsTheirSecrets) {
  const auto config = read_config_text(
      "sources:\n  - { name: prod, prometheus: http://h:9090/p, every: 15s, match: '{job=\"vllm\"}', token: "
      "geheim }\n"
      "  - { prometheus: prometheus://h }\n",
      "f.yaml");
  ASSERT_TRUE(config) << config.error().text();
  ASSERT_EQ(config->sources.size(), 2u);
  EXPECT_EQ(config->sources[0].every, std::chrono::seconds(15));
  EXPECT_EQ(config->sources[0].match, "{job=\"vllm\"}");
  EXPECT_EQ(config->sources[1].name, "source-2");
  for (const OptionRow& row : collect::source_options())
    EXPECT_EQ(show_option(row, &config->sources[0]).find("geheim"), std::string::npos) << row.name;
  EXPECT_EQ(error_of("sources:\n  - { name: a }\n").what(), "f.yaml:2:5: a source has no address");
  EXPECT_EQ(error_of("sources:\n  - { prometheus: \"http://u:geheim@h\" }\n").text().find("geheim"),
            std::string::npos);
  EXPECT_EQ(error_of("sources: { a: b }\n").what(), "f.yaml:1:10: 'sources' is a list");
}

TEST(Config, ReadsTheScopesOfKeys) {
  const auto with = [](std::string_view scopes) {
    return fmt::format("keys: [{{ name: a, hash: \"{}\"{} }}]\n", wire::hash_of_key("x"), scopes);
  };
  EXPECT_TRUE(read_config_text(with(""), "f.yaml")->gateway.keys[0].scopes.has(gateway::Scope::inference));
  for (const char* written : {", scopes: [events, feedback]", ", scopes: 'events,feedback'"}) {
    const auto scopes = read_config_text(with(written), "f.yaml")->gateway.keys[0].scopes;
    EXPECT_EQ(gateway::print_value(scopes), "events, feedback");
  }
  EXPECT_NE(error_of(with(", scopes: [event]")).what().find("unknown scope 'event'. Did you mean 'events'?"),
            std::string::npos);
}

TEST(Config, ReadsWhoMayUseTheConsole) {
  const auto with = [](std::string_view more) {
    return fmt::format(
        "console: {{ listen: '0.0.0.0:1', hosts: [a.example, b.example], admin_tokens: [{{ name: ann, role: "
        "operator, hash: \"{}\" }}{}] }}\n",
        wire::hash_of_key("x"), more);
  };
  const auto console = read_config_text(with(""), "f.yaml").value().console;
  EXPECT_EQ(console.listen, "0.0.0.0:1");
  EXPECT_EQ(console.hosts, "a.example, b.example");
  ASSERT_EQ(console.admin_tokens.size(), 1U);
  EXPECT_EQ(console.admin_tokens[0].role, console::Role::operator_);
  EXPECT_TRUE(error_of(with(", { name: bob, hash: token }"))
                  .what()
                  .ends_with("a key's hash is sha256: and 64 hexadecimal digits"));
  EXPECT_NE(error_of(with(", { name: bob, role: admin }")).what().find("unknown role 'admin'"),
            std::string::npos);
  EXPECT_NE(error_of("console: 0.0.0.0:1\n").what().find("there are no console.admin_tokens"),
            std::string::npos);
  EXPECT_NE(error_of("console: { lisen: a }\n").what().find("Did you mean 'listen'?"), std::string::npos);
}

TEST(Config, ReadsWhereABackendRuns) {
  const auto config = read_config_text(
      "backends:\n  - { url: 'http://h:1', devices: [0, 1], weights_memory: 16GiB, kv_memory: 40GiB }\n"
      "  - { name: b, url: 'http://h:2', pid_file: /run/b.pid }\n",
      "f.yaml");
  const auto& places = config.value().collect.places;
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places[0].name, "backend-1");
  EXPECT_EQ(places[0].devices.indexes, (std::vector<size_t>{0, 1}));
  EXPECT_EQ(places[0].weights_memory.value, int64_t{16} << 30);
  EXPECT_EQ(places[0].kv_memory.value, int64_t{40} << 30);
  EXPECT_EQ(places[1].name, "b");
  EXPECT_EQ(places[1].pid_file, "/run/b.pid");
  EXPECT_EQ(config->gateway.backends[0].url, "http://h:1");
  EXPECT_EQ(error_of("backends:\n  - { url: 'http://h', device: 0 }\n").what(),
            "f.yaml:2:24: unknown key 'device'. Did you mean 'devices'?");
  EXPECT_EQ(error_of("backends:\n  - { url: 'http://h', weigt: 2 }\n").what(),
            "f.yaml:2:24: unknown key 'weigt'. Did you mean 'weight'?");
  EXPECT_NE(error_of("backends:\n  - { url: 'http://h', devices: [one] }\n")
                .what()
                .find("f.yaml:2:33: 'devices' no index of a device"),
            std::string::npos);
}

TEST(Config, ChecksWhatTheValuesMean) {
  EXPECT_TRUE(error_of("listen: no where\n").what().starts_with("listen: "));
  EXPECT_TRUE(error_of("backends: [{ name: a, url: 'localhost:8000' }]\n")
                  .what()
                  .starts_with("backend 'a': the url has no scheme"));
  EXPECT_NE(
      error_of("backends: [{ name: a, url: 'http://h', kind: vlm }]\n").what().find("Did you mean 'vllm'?"),
      std::string::npos);
  EXPECT_EQ(error_of("backends: [{ name: a, url: 'ftp://h' }]\n").what(),
            "backend 'a': the scheme must be http or https, found 'ftp'");
  EXPECT_EQ(error_of("backends: [{ name: a, url: 'http://h', api_key: \"x\\nEvil: y\" }]\n").what(),
            "backend 'a': api_key holds a control character");
  EXPECT_EQ(error_of("backends: [{ name: a, url: 'http://h' }, { name: a, url: 'http://i' }]\n").what(),
            "two backends have the name 'a'");
}

TEST(Config, RefusesPlacesThatCannotBe) {
  EXPECT_EQ(
      error_of("listen: 127.0.0.1:8400\nbackends: [{ name: a, url: 'http://localhost:8400/v1' }]\n").what(),
      "backend 'a': its url is that of the gateway itself");
  EXPECT_EQ(
      error_of("console: 127.0.0.1:8402\nbackends: [{ name: a, url: 'http://127.0.0.1:8402' }]\n").what(),
      "backend 'a': its url is that of the console itself");
  EXPECT_EQ(error_of("listen: 127.0.0.1:8401\nconsole: 127.0.0.1:8401\n").what(),
            "gateway and console both listen on 127.0.0.1:8401");
  EXPECT_EQ(error_of("backends: [{ name: 'b;x, y', url: 'http://h' }]\n").what(),
            "backend 'b;x, y': its name cannot stand in a field of a head");
  EXPECT_EQ(error_of("response_headers: 'x y, *'\n").what(), "response_headers: 'x y' is no name of a field");
  const auto other = read_config_text("backends: [{ name: a, url: 'http://10.0.0.1:8400' }]\n", "f.yaml");
  EXPECT_TRUE(check_config(*other)) << "another machine, the same port";
}

TEST(Config, TheEnvironmentWins) {
  setenv("FORESHOCK_TIMEOUTS_IDLE", "7s", 1);
  Config config;
  EXPECT_TRUE(apply_environment(config));
  EXPECT_EQ(config.gateway.timeouts.idle, std::chrono::seconds(7));
  setenv("FORESHOCK_TIMEOUTS_IDLE", "soon", 1);
  EXPECT_TRUE(
      apply_environment(config).error().what().starts_with("FORESHOCK_TIMEOUTS_IDLE: expected a time"));
  unsetenv("FORESHOCK_TIMEOUTS_IDLE");
}

TEST(Config, EveryRowExplainsItselfAndItsDefaultIsInRange) {
  Config defaults;
  for (const ConfigSection& section : config_sections()) {
    for (const OptionRow& row : section.options) {
      SCOPED_TRACE(row.name);
      EXPECT_TRUE(row.help.ends_with('.'));
      if (!section.is_list) {
        EXPECT_TRUE(set_option(row, section.of(defaults), row.get(section.of(defaults))));
      }
    }
  }
}

}  // namespace foreshock::cli::config_test
