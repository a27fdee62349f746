#pragma once
// One chat request, sent and measured with the same framer, readers and meter as in the gateway.
#include <optional>
#include <string>

#include "bench/chat_prompt.h"
#include "bench/endpoint.h"
#include "core/observation.h"
#include "core/result.h"
#include "net/http_client.h"

namespace foreshock::bench {

struct LoadResult {
  // accepted: when the request was meant to begin; dequeued: when it did; sent: when its writing began. So
  // latency from the intended start and from the sending are both there; the first is free of coordinated
  // omission.
  Observation observation;
  std::optional<Error> error;  // of the connection
  std::string gateway_id;      // x-foreshock-id of the answer: by it a gateway of ours knows the request
};

// "unreachable", "http 503", else the name of the terminal state; "ok" is the only success but for
// "ok_no_done".
std::string outcome_of(const LoadResult& result);
bool succeeded(const LoadResult& result);

// HTTP and CLOCK must outlive it.
class LoadClient {
 public:
  LoadClient(net::HttpClient& http, const Clock& clock, Endpoint endpoint, std::string model, bool stream,
             net::ClientTimeouts timeouts = {})
      : http_(http),
        clock_(clock),
        endpoint_(std::move(endpoint)),
        model_(std::move(model)),
        stream_(stream),
        timeouts_(timeouts) {}

  const std::string& model() const { return model_; }
  // Never an error: what went wrong is in the result.
  net::Awaitable<LoadResult> send(ChatPrompt prompt, Instant intended);

 private:
  net::Awaitable<void> read_answer(net::ClientResponse response, LoadResult& result);

  net::HttpClient& http_;
  const Clock& clock_;
  Endpoint endpoint_;
  std::string model_;
  bool stream_;
  net::ClientTimeouts timeouts_;
};

}  // namespace foreshock::bench
