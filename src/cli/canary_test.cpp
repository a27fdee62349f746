// A key, a question and an answer that can be known again pass through the program, well and badly;
// afterwards they are nowhere: not in the data, the log, the metrics or the API.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <gtest/gtest.h>

#include "cli/up_test.h"
#include "wire/key_hash.h"

namespace foreshock::cli::canary_test {

using nlohmann::json;

const std::string key = "sk-canary-81f3c09d55";
const std::string question = "seventeen violet herons count the lanterns";
const std::string answer = "nine copper owls forgot the harbour";
const std::string error = "the marmalade sextant is not for sale";

const std::string streamed = fmt::format(
    "data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{}\"}}}}]}}\n\n"
    "data: {{\"choices\":[{{\"index\":0,\"delta\":{{}},\"finish_reason\":\"stop\"}}]}}\n\n"
    "data: [DONE]\n\n",
    answer);
const std::string whole = fmt::format(
    R"({{"choices":[{{"index":0,"message":{{"role":"assistant","content":"{}"}},"finish_reason":"stop"}}],)"
    R"("usage":{{"prompt_tokens":9,"completion_tokens":7}}}})",
    answer);
const std::string failed = fmt::format(R"({{"error":{{"message":"{} {}","code":500}}}})", error, question);

std::string reply(int status, std::string_view type, const std::string& body) {
  return fmt::format("HTTP/1.1 {} X\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}",
                     status, type, body.size(), body);
}

void play_engine(testkit::Connection& connection) {
  const auto request = connection.receive_message();
  if (request.head.starts_with("GET"))
    connection.send(
        reply(200, "application/json", R"({"object":"list","data":[{"id":"m","object":"model"}]})"));
  else if (request.body.find("fail") != std::string::npos)
    connection.send(reply(500, "application/json", failed));
  else if (request.body.find("\"stream\":true") != std::string::npos)
    connection.send(reply(200, "text/event-stream", streamed));
  else
    connection.send(reply(200, "application/json", whole));
}

std::string ask(const Up& up, const std::string& body) {
  auto connection = testkit::Connection::to(port_of(up.gateway));
  connection.send(
      fmt::format("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n"
                  "X-Api-Key: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n"
                  "Connection: close\r\n\r\n{}",
                  key, key, body.size(), body));
  return connection.receive_message().body;
}

std::string request(std::string_view more) {
  return fmt::format(R"({{"model":"m","messages":[{{"role":"user","content":"{}"}}]{}}})", question, more);
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_no_canary(const std::string& text, const std::string& where) {
  for (const std::string& canary : {key, question, answer, error})
    EXPECT_EQ(text.find(canary), std::string::npos) << canary << " is in " << where;
}

TEST(Canary, NeitherKeyNorWordsStayAnywhere) {
  const testkit::TemporaryFolder folder;
  testkit::LoopbackServer engine(play_engine);
  const auto log_path = folder.path() / "log";
  const FileDescriptor log(::open(log_path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  Up up(folder, {"--backend", engine.url()}, log.get());

  EXPECT_NE(ask(up, request(R"(,"stream":true)")).find(answer), std::string::npos) << "it did pass";
  EXPECT_NE(ask(up, request("")).find(answer), std::string::npos);
  EXPECT_NE(ask(up, request(R"(,"user":"fail")")).find(error), std::string::npos);
  ask(up, fmt::format("{{\"broken\": \"{}\"", question));

  json observations;
  while (observations.size() < 3) observations = up.get("/api/v1/observations?limit=100")["observations"];
  expect_no_canary(observations.dump(), "/api/v1/observations");
  for (const char* path :
       {"/api/v1/status", "/api/v1/signals", "/api/v1/series?signals=ttft,e2e,error_rate", "/metrics"})
    expect_no_canary(up.get_text(path), path);
  EXPECT_EQ(up.process.end(SIGTERM), 0);

  expect_no_canary(bytes_of(log_path), "the log");
  size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path() / "data"))
    if (entry.is_regular_file()) {
      expect_no_canary(bytes_of(entry.path()), entry.path().string());
      ++files;
    }
  EXPECT_GE(files, 2U);
}

// What people and programs prove themselves with, in all the places where they may put it.
TEST(Canary, NoTokenCookieOrKeyInAUrlStaysAnywhere) {
  const std::string client_key = "fs-canary-51d0c7", token = "fsa-canary-90ab12",
                    backend_key = "bk-canary-77fe03";
  const testkit::TemporaryFolder folder;
  testkit::LoopbackServer engine([&](testkit::Connection& connection) {
    (void)connection.receive_message();
    connection.send(
        fmt::format("HTTP/1.1 401 X\r\nServer: {0}\r\nLocation: /?key={0}\r\nContent-Type: "
                    "application/json\r\nContent-Length: {1}\r\nConnection: close\r\n\r\n{2}",
                    backend_key, backend_key.size() + 14, fmt::format(R"({{"error":"{}"}})", backend_key)));
  });
  const auto config_path = folder.path() / "foreshock.yaml", log_path = folder.path() / "log";
  std::ofstream(config_path) << fmt::format(
      "console: {{ admin_tokens: [{{ name: ann, role: operator, hash: \"{}\" }}] }}\n"
      "keys: [{{ name: team, hash: \"{}\" }}]\nbackends: [{{ name: a, url: {}, api_key: {} }}]\n",
      wire::hash_of_key(token), wire::hash_of_key(client_key), engine.url(), backend_key);
  const FileDescriptor log(::open(log_path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  Up up(folder, {"-c", config_path.string()}, log.get());
  const auto send = [](const std::string& line, std::string_view request_line, std::string_view fields,
                       std::string_view body) {
    auto connection = testkit::Connection::to(port_of(line));
    connection.send(
        fmt::format("{} HTTP/1.1\r\nHost: localhost\r\n{}Content-Type: application/json\r\nContent-Length: "
                    "{}\r\nConnection: close\r\n\r\n{}",
                    request_line, fields, body.size(), body));
    return connection.receive_message();
  };
  const auto refused =
      send(up.gateway, fmt::format("POST /v1/chat/completions?key={}", client_key), "", request(""));
  EXPECT_TRUE(refused.head.starts_with("HTTP/1.1 401 ")) << refused.head;
  EXPECT_EQ(refused.head.find(backend_key), std::string::npos) << refused.head;
  send(up.gateway, fmt::format("POST http://u:{}@h/v1/messages", client_key), "", request(""));
  send(up.gateway, "POST /v1/messages", fmt::format("X-Auth-Token: {}x\r\n", client_key), request(""));
  send(up.console, "POST /api/v1/session", "", fmt::format(R"({{"token":"{}x"}})", token));
  const auto signed_in =
      send(up.console, "POST /api/v1/session", "", fmt::format(R"({{"token":"{}"}})", token));
  const size_t cookie_at = signed_in.head.find("Set-Cookie: ") + 12;
  const std::string cookie =
      signed_in.head.substr(cookie_at, signed_in.head.find(';', cookie_at) - cookie_at);
  const std::string session = cookie.substr(cookie.find('=') + 1);
  ASSERT_EQ(session.size(), 48U) << signed_in.head;
  const auto expect_none = [&](const std::string& text, const std::string& where) {
    for (const std::string& canary : {client_key, token, backend_key, session})
      EXPECT_EQ(text.find(canary), std::string::npos) << canary << " is in " << where;
  };
  for (const char* path :
       {"/api/v1/status", "/api/v1/audit", "/api/v1/ledger", "/api/v1/observations", "/metrics"}) {
    const auto reply =
        send(up.console, fmt::format("GET {}", path), fmt::format("Cookie: {}\r\n", cookie), "");
    EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 200 ")) << path;
    expect_none(reply.body, path);
  }
  EXPECT_EQ(up.process.end(SIGTERM), 0);
  expect_none(bytes_of(log_path), "the log");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path() / "data"))
    if (entry.is_regular_file()) expect_none(bytes_of(entry.path()), entry.path().string());
}

TEST(Canary, ACredentialInAUrlIsRefusedAndNotRepeated) {
  for (const char* url : {"http://user:canary-secret@127.0.0.1:1", "user:canary-secret@127.0.0.1:1"}) {
    const auto refused = testkit::run_program({program_under_test(), "up", "--backend", url});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ((refused.err + refused.out).find("canary-secret"), std::string::npos) << refused.err;
  }
}

}  // namespace foreshock::cli::canary_test
