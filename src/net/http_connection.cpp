#include "net/http_connection.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <asio/experimental/awaitable_operators.hpp>

#include "net/first_byte.h"
#include "net/http_exchange.h"
#include "net/socket_inbox.h"
#include "net/task_end.h"
#include "wire/host_field.h"
#include "wire/http_body.h"
#include "wire/url.h"

namespace foreshock::net {
namespace http_connection_impl {

using Fill = SocketInbox::Fill;

// An IPv4 address that came over an IPv6 socket as what it is.
asio::ip::address peer_of(const tcp::socket& socket) {
  asio::error_code ignored;
  const asio::ip::address peer = socket.remote_endpoint(ignored).address();
  if (peer.is_v6() && peer.to_v6().is_v4_mapped())
    return asio::ip::make_address_v4(asio::ip::v4_mapped, peer.to_v6());
  return peer;
}

struct Connection {
  Connection(tcp::socket from, std::shared_ptr<const HttpService> shared)
      : peer(peer_of(from)), stream(std::move(from)), service(std::move(shared)) {}

  const asio::ip::address peer;
  StreamSocket stream;
  SocketInbox inbox{stream};
  std::shared_ptr<const HttpService> service;
};

// Nothing when the client closed, or was idle for too long, before a head was whole.
Awaitable<Result<std::optional<wire::RequestHead>>> read_head(SocketInbox& inbox,
                                                              const ServerLimits& limits) {
  auto whole_by = deadline_after(Duration::zero());
  for (bool has_begun = false; true;) {
    // Empty lines before a request line are allowed (RFC 9112, section 2.2).
    const size_t start = inbox.bytes().find_first_not_of("\r\n");
    inbox.consume(std::min(start, inbox.bytes().size()));
    if (begins_tls(inbox.bytes())) co_return fail(takes_plain_http_alone());
    FORESHOCK_CO_TRY(const auto length, wire::head_length(inbox.bytes(), limits.head));
    if (length) {
      const std::string_view bytes = std::string_view(inbox.bytes()).substr(0, *length);
      FORESHOCK_CO_TRY(wire::RequestHead head, wire::parse_request_head(bytes, limits.head));
      inbox.consume(*length);
      co_return std::optional(std::move(head));
    }
    if (!has_begun && !inbox.bytes().empty()) {
      has_begun = true;
      whole_by = deadline_after(limits.head_time);
    }
    const auto until = std::min(whole_by, deadline_after(limits.idle));
    const Fill fill = co_await inbox.wait_beyond(inbox.bytes().size(), until);
    if (fill != Fill::more) co_return std::nullopt;
  }
}

tl::unexpected<Error> over_limit(uint64_t limit) {
  return fail(Code::too_large, fmt::format("the body is over {} bytes", limit));
}

// Moves what the inbox holds of the body into BODY.
Result<void> take_body(SocketInbox& inbox, wire::BodyReader& reader, uint64_t limit, std::string& body) {
  const std::string_view bytes = inbox.bytes();
  size_t used = 0;
  for (bool moved = true; moved && !reader.done();) {
    const auto step = reader.next(bytes.substr(used));
    if (!step) return fail(Code::bad_request, step.error().what());
    if (body.size() + step->payload.size() > limit || reader.promised() > limit) return over_limit(limit);
    body.append(step->payload);
    used += step->consumed;
    moved = step->consumed > 0;
  }
  inbox.consume(used);
  return {};
}

// Errors: bad_request, too_large; cancelled when there is nobody to answer.
Awaitable<Result<std::string>> read_body(Connection& connection, const wire::RequestHead& head) {
  const ServerLimits& limits = connection.service->limits;
  FORESHOCK_CO_TRY(const wire::BodyFraming framing, wire::request_framing(head));
  std::string body;
  wire::BodyReader reader(framing);
  if (reader.done()) co_return body;
  if (framing.length > limits.body_bytes) co_return over_limit(limits.body_bytes);
  const bool waits = head.minor_version >= 1 && head.headers.has_token("expect", "100-continue");
  if (waits && connection.inbox.bytes().empty())
    co_await connection.stream.write("HTTP/1.1 100 Continue\r\n\r\n");
  while (true) {
    auto taken = take_body(connection.inbox, reader, limits.body_bytes, body);
    if (!taken) co_return fail(std::move(taken).error());
    if (reader.done()) co_return body;
    const Fill fill =
        co_await connection.inbox.wait_beyond(connection.inbox.bytes().size(), deadline_after(limits.idle));
    if (fill != Fill::more) co_return fail(Code::cancelled, "the body of the request never became whole");
  }
}

HttpRequest to_request(wire::RequestHead head, std::string body) {
  const std::string_view target = wire::origin_form(head.target).value_or("/");
  const size_t question = std::min(target.find('?'), target.size());
  HttpRequest request;
  request.path = target.substr(0, question);
  request.query = target.substr(std::min(question + 1, target.size()));
  request.method = std::move(head.method);
  request.headers = std::move(head.headers);
  request.body = std::move(body);
  return request;
}

// Runs the handler, and mends what it left undone.
Awaitable<void> answer(const HttpService& service, HttpRequest request, HttpExchange& exchange) {
  Responder responder(exchange);
  std::exception_ptr thrown;
  try {
    co_await service.handler(std::move(request), responder);
  } catch (...) {
    thrown = std::current_exception();
  }
  log_task_end(thrown);
  if (exchange.phase == HttpExchange::Phase::streaming) co_await responder.abort();
  if (exchange.phase != HttpExchange::Phase::waiting) co_return;
  HttpReply reply = error_reply(Error(Code::internal, "the server has no answer to this request"));
  co_await responder.reply(std::move(reply));
}

// Answers with ERROR. Reading on for a moment lets the client see the answer: to close with bytes unread
// would reset the connection and could destroy it.
Awaitable<void> refuse(Connection& connection, Error error) {
  HttpExchange exchange{connection.stream, connection.inbox};
  exchange.keep_alive = false;
  Responder responder(exchange);
  HttpReply reply = error_reply(error);
  co_await responder.reply(std::move(reply));
  connection.stream.end_sending();
  const auto until = deadline_after(std::chrono::seconds(2));
  Fill fill = Fill::more;
  while (fill == Fill::more && std::chrono::steady_clock::now() < until) {
    connection.inbox.consume(connection.inbox.bytes().size());
    fill = co_await connection.inbox.wait_beyond(0, deadline_after(std::chrono::milliseconds(500)));
  }
}

// Whether another request may follow.
Awaitable<bool> serve_one(Connection& connection) {
  auto head = co_await read_head(connection.inbox, connection.service->limits);
  if (head && !*head) co_return false;
  auto checked = head ? wire::check_host(**head) : fail(head.error());
  if (!checked) {
    co_await refuse(connection, checked.error());
    co_return false;
  }
  auto body = co_await read_body(connection, **head);
  if (!body) {
    if (body.error().code() != Code::cancelled) co_await refuse(connection, body.error());
    co_return false;
  }
  HttpExchange exchange{connection.stream, connection.inbox};
  exchange.head_only = (*head)->method == "HEAD";
  exchange.chunked = (*head)->minor_version >= 1;
  exchange.keep_alive = wire::keeps_alive((*head)->headers, (*head)->minor_version);
  HttpRequest request = to_request(std::move(**head), std::move(*body));
  request.from_this_machine = connection.peer.is_loopback();
  request.peer = connection.peer.to_string();
  co_await answer(*connection.service, std::move(request), exchange);
  co_return exchange.keep_alive&& exchange.phase == HttpExchange::Phase::done;
}

enum class Agreement { none, tls, plain };

Awaitable<Agreement> agree_on_tls(Connection& connection) {
  const auto [error] =
      co_await connection.stream.socket().async_wait(asio::socket_base::wait_read, as_values);
  if (error) co_return Agreement::none;
  if (begins_http(connection.stream.socket().native_handle())) co_return Agreement::plain;
  connection.stream.accept_tls(connection.service->tls);
  const auto outcome = co_await connection.stream.shake_hands();
  co_return !outcome.first && outcome.second == TlsSession::Handshake::done ? Agreement::tls
                                                                            : Agreement::none;
}

// In the time that a head has.
Awaitable<Agreement> agree_in_time(Connection& connection) {
  using namespace asio::experimental::awaitable_operators;
  asio::steady_timer timer(connection.stream.socket().get_executor(),
                           deadline_after(connection.service->limits.head_time));
  const auto first = co_await (agree_on_tls(connection) || timer.async_wait(as_values));
  co_return first.index() == 0 ? std::get<0>(first) : Agreement::none;
}

Awaitable<void> tell_plain_client(Connection& connection) {
  co_await refuse(connection, takes_tls_alone());
  connection.inbox.stop();
}

Awaitable<void> serve_requests(Connection& connection) {
  bool more = true;
  while (more) more = co_await serve_one(connection);
  connection.inbox.stop();
}

}  // namespace http_connection_impl

Awaitable<void> serve_connection(tcp::socket socket, std::shared_ptr<const HttpService> service) {
  using namespace asio::experimental::awaitable_operators;
  http_connection_impl::Connection connection(std::move(socket), std::move(service));
  auto agreement = http_connection_impl::Agreement::tls;
  if (connection.service->tls) agreement = co_await http_connection_impl::agree_in_time(connection);
  if (agreement == http_connection_impl::Agreement::none) co_return;
  if (agreement == http_connection_impl::Agreement::plain)
    co_return co_await (connection.inbox.read_ahead() && http_connection_impl::tell_plain_client(connection));
  co_await (connection.inbox.read_ahead() && http_connection_impl::serve_requests(connection));
}

}  // namespace foreshock::net
