#pragma once
// A client of OpenAI's API for tests of the servers here.
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "net/http_client.h"

namespace foreshock::enginesim {

struct Reply {
  int status = 0;
  std::string content_type, retry_after, replica, body;
  nlohmann::json parsed() const { return nlohmann::json::parse(body); }
};

inline net::Awaitable<Reply> exchange(net::HttpClient& client, net::ClientRequest request) {
  Reply reply;
  auto response = co_await client.send(std::move(request));
  if (!response) co_return reply;
  const auto& headers = response->head().headers;
  reply.status = response->head().status;
  reply.content_type = headers.find("content-type").value_or("");
  reply.retry_after = headers.find("retry-after").value_or("");
  reply.replica = headers.find("x-foreshock-replica").value_or("");
  auto body = co_await response->read_all();
  reply.body = body ? *body : "[" + body.error().text() + "]";
  co_return reply;
}

// The events of BODY, which end with "\n\n" each.
inline std::vector<std::string> events_of(std::string_view body) {
  std::vector<std::string> events;
  while (!body.empty()) {
    const size_t end = body.find("\n\n");
    EXPECT_TRUE(body.starts_with("data: ") && end != std::string_view::npos) << body;
    if (end == std::string_view::npos) break;
    events.emplace_back(body.substr(6, end - 6));
    body.remove_prefix(end + 2);
  }
  return events;
}

// The chunks of a stream, without the last event, which must be [DONE].
inline std::vector<nlohmann::json> chunks_of(const Reply& reply) {
  std::vector<std::string> events = events_of(reply.body);
  EXPECT_TRUE(!events.empty() && events.back() == "[DONE]") << reply.body;
  if (!events.empty()) events.pop_back();
  std::vector<nlohmann::json> chunks;
  for (const std::string& event : events) chunks.push_back(nlohmann::json::parse(event));
  return chunks;
}

inline std::string text_of(const std::vector<nlohmann::json>& chunks, const char* field = "content",
                           size_t choice = 0) {
  std::string text;
  for (const nlohmann::json& chunk : chunks)
    for (const nlohmann::json& one : chunk["choices"])
      if (one["index"] == choice && one.contains("delta")) text += one["delta"].value(field, "");
  return text;
}

// The first sample of vllm:NAME with LABEL in PAGE; -1: none.
inline double sample_of(std::string_view page, std::string_view name, std::string_view label = "") {
  const std::string start = "\nvllm:" + std::string(name) + "{";
  for (size_t line = page.find(start); line != std::string_view::npos; line = page.find(start, line + 1)) {
    const size_t end = page.find("} ", line);
    if (page.substr(line, end - line).find(label) == std::string_view::npos) continue;
    return std::stod(std::string(page.substr(end + 2, page.find('\n', end) - end - 2)));
  }
  return -1;
}

}  // namespace foreshock::enginesim
