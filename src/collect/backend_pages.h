#pragma once
// Calls to one backend besides the requests of users: its pages, and its interface for operators.
#include <string>
#include <string_view>

#include "core/result.h"
#include "net/http_client.h"
#include "wire/url.h"

namespace foreshock::collect {

struct CollectedBackend {
  std::string name;
  std::string url;  // of its API; the pages stand at the root of its host
  net::TlsTrust trust{};
  std::string kind = "auto";  // as configured; auto: to be found out
  std::string api_key{};      // sent as bearer; empty: none
};

// For the thread of its executor.
class BackendPages {
 public:
  // Errors of URL are told by each call.
  BackendPages(const CollectedBackend& backend, net::Executor executor, const Clock& clock, Duration timeout);

  // STATUS 0: no answer came.
  struct Answer {
    int status = 0;
    std::string body;
    bool good() const { return status >= 200 && status < 300; }
  };
  net::Awaitable<Answer> get(std::string_view page);
  // TIMEOUT: for the whole answer to begin. Errors: those of HttpClient::send.
  net::Awaitable<Result<Answer>> call(std::string method, std::string target, std::string body,
                                      Duration timeout);

  const std::string& name() const { return backend_.name; }

 private:
  const CollectedBackend backend_;
  const Result<wire::Url> url_;
  const Duration timeout_;
  net::HttpClient http_;
};

}  // namespace foreshock::collect
