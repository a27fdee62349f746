#include "bench/load_client.h"

#include <fmt/format.h>

#include "signals/stream_meter.h"

namespace foreshock::bench {
namespace load_client_impl {

// Adds to END what only the connection knows.
void note_error(const Error& error, wire::StreamEnd& end) {
  end.timed_out = error.code() == Code::timeout && !end.protocol_end;
  end.cancelled = error.code() == Code::cancelled && !end.protocol_end;
  end.cut = true;
}

}  // namespace load_client_impl

std::string outcome_of(const LoadResult& result) {
  if (result.error && result.error->code() == Code::backend_unreachable) return "unreachable";
  if (result.observation.status >= 400) return fmt::format("http {}", result.observation.status);
  return std::string(name_of(result.observation.state));
}

bool succeeded(const LoadResult& result) {
  return error_class_of(result.observation) == ErrorClass::none;
}

net::Awaitable<LoadResult> LoadClient::send(ChatPrompt prompt, Instant intended) {
  LoadResult result;
  Observation& observation = result.observation;
  observation.endpoint = endpoint_.chat_path;
  observation.model = model_;
  observation.replica = endpoint_.authority;
  observation.stream = stream_;
  observation.tools = prompt.tools;
  observation.turns = static_cast<int64_t>(prompt.messages.size());
  net::ClientRequest request("POST", endpoint_.chat_url, chat_body(prompt, model_, stream_));
  request.headers.add("Content-Type", "application/json");
  for (const auto& [name, value] : prompt.headers) request.headers.add(name, value);
  request.timeouts = timeouts_;
  observation.stamps.accepted = intended;
  observation.stamps.dequeued = clock_.now();
  auto response = co_await http_.send(std::move(request));
  if (response) {
    co_await read_answer(std::move(*response), result);
  } else {
    wire::StreamEnd end;
    load_client_impl::note_error(response.error(), end);
    observation.state = wire::terminal_state(end);
    result.error = response.error();
  }
  observation.stamps.end = clock_.now();
  co_return result;
}

net::Awaitable<void> LoadClient::read_answer(net::ClientResponse response, LoadResult& result) {
  Observation& observation = result.observation;
  observation.status = response.head().status;
  result.gateway_id = response.head().headers.find("x-foreshock-id").value_or("");
  observation.stamps.sent = response.sent();
  observation.stamps.headers = response.head_received();
  signals::StreamMeter meter(wire::Dialect::openai_chat, wire::framing_of_answer(response.head(), stream_));
  while (true) {
    const auto piece = co_await response.read_some();
    if (!piece) result.error = piece.error();
    if (!piece || piece->empty()) break;
    meter.on_bytes(*piece, response.last_read());
  }
  meter.on_end(!result.error, clock_.now());
  meter.report(observation);
  wire::StreamEnd end = meter.end();
  if (result.error) load_client_impl::note_error(*result.error, end);
  end.not_an_answer = wire::is_page(response.head());
  end.error = end.error || observation.status >= 400;
  observation.state = wire::terminal_state(end);
}

}  // namespace foreshock::bench
