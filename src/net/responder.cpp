#include <fmt/format.h>

#include "net/http_connection.h"
#include "net/http_exchange.h"
#include "net/http_server.h"
#include "wire/http_body.h"

namespace foreshock::net {
namespace responder_impl {

using Phase = HttpExchange::Phase;

// The head of an answer without the fields that say how long it is.
wire::ResponseHead head_of(int status, std::string_view content_type, const HttpExchange& exchange) {
  wire::ResponseHead head;
  head.status = status;
  if (!content_type.empty()) head.headers.add("Content-Type", content_type);
  if (!exchange.keep_alive)
    head.headers.add("Connection", "close");
  else if (!exchange.chunked)
    head.headers.add("Connection", "keep-alive");
  return head;
}

tl::unexpected<Error> wrong_order(std::string_view call) {
  return fail(Code::internal, fmt::format("a Responder's {} came out of order", call));
}

}  // namespace responder_impl

using responder_impl::Phase;

Awaitable<Result<void>> Responder::send(std::string_view first, std::string_view second,
                                        std::string_view third) {
  const asio::error_code error = co_await exchange_.stream.write(first, second, third);
  if (!error) co_return Result<void>();
  exchange_.phase = Phase::aborted;
  co_return fail(Code::cancelled, fmt::format("the client left: {}", error.message()));
}

Awaitable<Result<void>> Responder::reply(HttpReply reply) {
  if (exchange_.phase != Phase::waiting) co_return responder_impl::wrong_order("reply");
  exchange_.phase = Phase::done;
  wire::ResponseHead head = responder_impl::head_of(reply.status, reply.content_type, exchange_);
  for (const auto& [name, value] : reply.headers) head.headers.add(name, value);
  const bool bodiless = reply.status == 204 || reply.status == 304;
  if (!bodiless) head.headers.add("Content-Length", fmt::to_string(reply.body.size()));
  const std::string bytes = wire::to_bytes(head);
  const bool send_body = !bodiless && !exchange_.head_only;
  co_return co_await send(bytes, send_body ? std::string_view(reply.body) : std::string_view(), {});
}

Awaitable<Result<void>> Responder::begin_stream(int status, std::string content_type, wire::Headers headers) {
  if (exchange_.phase != Phase::waiting) co_return responder_impl::wrong_order("begin_stream");
  exchange_.phase = Phase::streaming;
  exchange_.keep_alive = exchange_.keep_alive && exchange_.chunked;
  wire::ResponseHead head = responder_impl::head_of(status, content_type, exchange_);
  for (const auto& [name, value] : headers) head.headers.add(name, value);
  if (exchange_.chunked) head.headers.add("Transfer-Encoding", "chunked");
  const std::string bytes = wire::to_bytes(head);
  co_return co_await send(bytes, {}, {});
}

Awaitable<Result<void>> Responder::write(std::string bytes) {
  if (exchange_.phase == Phase::aborted) co_return fail(Code::cancelled, "the answer was aborted");
  if (exchange_.phase != Phase::streaming) co_return responder_impl::wrong_order("write");
  if (bytes.empty() || exchange_.head_only) co_return Result<void>();
  if (!exchange_.chunked) co_return co_await send(bytes, {}, {});
  const std::string prefix = wire::chunk_prefix(bytes.size());
  co_return co_await send(prefix, bytes, wire::chunk_suffix);
}

Awaitable<Result<void>> Responder::finish() {
  if (exchange_.phase == Phase::aborted) co_return fail(Code::cancelled, "the answer was aborted");
  if (exchange_.phase != Phase::streaming) co_return responder_impl::wrong_order("finish");
  exchange_.phase = Phase::done;
  if (!exchange_.chunked || exchange_.head_only) co_return Result<void>();
  co_return co_await send(wire::last_chunk, {}, {});
}

Awaitable<void> Responder::abort() {
  exchange_.phase = Phase::aborted;
  asio::error_code ignored;
  exchange_.stream.socket().shutdown(StreamSocket::Socket::shutdown_both, ignored);
  co_return;
}

Awaitable<void> Responder::reset() {
  exchange_.phase = Phase::aborted;
  exchange_.stream.reset();
  co_return;
}

bool Responder::client_gone() const {
  return exchange_.inbox.closed();
}

}  // namespace foreshock::net
