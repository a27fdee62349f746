#include "net/http_client.h"

#include <optional>

#include <fmt/format.h>
#include <asio/post.hpp>

#include "net/connection_pool.h"
#include "wire/http_body.h"
#include "wire/url.h"

namespace foreshock::net {
namespace http_client_impl {

// Where a request goes and what is written there.
struct Prepared {
  wire::Url origin;
  std::string bytes;
};

// Where the path begins in URL; of a unix socket with the colon before it.
size_t path_in(std::string_view url) {
  if (url.starts_with(wire::unix_scheme)) return url.find(':', wire::unix_scheme.size());
  const size_t scheme_end = url.find("://");
  return url.find_first_of("/?#", scheme_end == std::string_view::npos ? 0 : scheme_end + 3);
}

Result<Prepared> prepare(const ClientRequest& request) {
  const size_t path = path_in(request.url);
  Prepared prepared;
  FORESHOCK_TRY(prepared.origin, wire::parse_url(request.url.substr(0, path)));
  wire::RequestHead head;
  head.method = request.method;
  head.target = path == std::string::npos ? "/" : request.url.substr(path, request.url.find('#') - path);
  if (head.target.starts_with(':'))
    head.target.erase(0, 1);  // that stands before it in a url of a unix socket
  if (!head.target.starts_with('/')) head.target.insert(0, "/");
  head.headers.add("Host", prepared.origin.authority());
  for (const auto& [name, value] : request.headers) head.headers.add(name, value);
  if (!request.body.empty() || request.method == "POST" || request.method == "PUT")
    head.headers.set("Content-Length", fmt::to_string(request.body.size()));
  prepared.bytes = wire::to_bytes(head) + request.body;
  return prepared;
}

struct Answer {
  wire::ResponseHead head;
  Instant sent, head_received;
};

// The head at the front of BYTES when it is whole; interim answers (1xx) are skipped. What is malformed is
// the backend's fault.
Result<std::optional<wire::ResponseHead>> take_head(ClientSocket& socket) {
  while (true) {
    const auto length = wire::head_length(socket.bytes());
    if (!length) return fail(Code::backend_broken, length.error().what());
    if (!*length) return std::nullopt;
    auto head = wire::parse_response_head(std::string_view(socket.bytes()).substr(0, **length));
    if (!head) return fail(Code::backend_broken, head.error().what());
    socket.consume(**length);
    if (head->status / 100 != 1 || head->status == 101) return std::optional(std::move(*head));
  }
}

Awaitable<Result<Answer>> ask(ClientSocket& socket, std::string_view bytes, ClientTimeouts timeouts,
                              const ConnectionPool& pool) {
  Answer answer;
  answer.sent = answer.head_received = pool.now();
  // A server may refuse before it has read everything: its answer says more than the failed write.
  const auto written = co_await socket.write(bytes, timeouts.idle);
  while (true) {
    FORESHOCK_CO_TRY(auto head, take_head(socket));
    if (head) {
      answer.head = std::move(*head);
      co_return answer;
    }
    const auto count = co_await socket.read(timeouts.first_byte);
    answer.head_received = pool.now();
    if (count && *count > 0) continue;
    if (!written) co_return fail(written.error());
    if (!count) co_return fail(count.error());
    co_return fail(Code::backend_broken, "the connection was closed before the answer's head was whole");
  }
}

}  // namespace http_client_impl

struct ClientResponse::Exchange {
  Exchange(std::shared_ptr<ConnectionPool> the_pool, std::string the_origin, const ClientRequest& request)
      : pool(std::move(the_pool)), origin(std::move(the_origin)), idle(request.timeouts.idle) {}

  std::shared_ptr<ConnectionPool> pool;
  std::string origin;
  Duration idle;
  std::unique_ptr<ClientSocket> socket;  // nothing once the body is whole
  http_client_impl::Answer answer;
  wire::BodyReader body{wire::BodyFraming{}};
  bool keep = false;
  bool reused = false;
  bool retried = false;
  Instant last_read;
  uint64_t body_bytes = 0;

  // Back into the pool, when nothing speaks against it.
  void release() {
    if (socket && keep && socket->bytes().empty()) pool->put(origin, std::move(socket));
    socket.reset();
  }

  Result<void> accept(http_client_impl::Answer from, std::string_view method) {
    answer = std::move(from);
    last_read = answer.head_received;
    const auto framing = wire::response_framing(answer.head, method);
    if (!framing) return fail(Code::backend_broken, framing.error().what());
    body = wire::BodyReader(*framing);
    keep = wire::keeps_alive(answer.head.headers, answer.head.minor_version) &&
           framing->kind != wire::BodyFraming::Kind::until_close;
    if (body.done()) release();
    return {};
  }

  // What the bytes at hand hold of the body.
  Result<std::string> take_payload() {
    std::string payload;
    size_t used = 0;
    for (bool moved = true; moved && !body.done();) {
      const auto step = body.next(std::string_view(socket->bytes()).substr(used));
      if (!step) return fail(step.error());
      payload.append(step->payload);
      used += step->consumed;
      moved = step->consumed > 0;
    }
    socket->consume(used);
    body_bytes += payload.size();
    if (body.done()) release();
    return payload;
  }
};

ClientResponse::ClientResponse(std::unique_ptr<Exchange> exchange) : exchange_(std::move(exchange)) {}
ClientResponse::ClientResponse(ClientResponse&&) noexcept = default;
ClientResponse& ClientResponse::operator=(ClientResponse&&) noexcept = default;
ClientResponse::~ClientResponse() = default;

const wire::ResponseHead& ClientResponse::head() const {
  return exchange_->answer.head;
}
Instant ClientResponse::sent() const {
  return exchange_->answer.sent;
}
Instant ClientResponse::head_received() const {
  return exchange_->answer.head_received;
}
Instant ClientResponse::last_read() const {
  return exchange_->last_read;
}
bool ClientResponse::reused() const {
  return exchange_->reused;
}
bool ClientResponse::retried() const {
  return exchange_->retried;
}

Awaitable<Result<std::string>> ClientResponse::read_some() {
  Exchange& exchange = *exchange_;
  while (exchange.socket) {
    auto payload = exchange.take_payload();
    if (!payload) exchange.socket.reset();
    if (!payload || !payload->empty() || !exchange.socket) co_return payload;
    const auto count = co_await exchange.socket->read(exchange.idle);
    if (count && *count > 0) {
      exchange.last_read = exchange.pool->now();
      continue;
    }
    exchange.socket.reset();
    if (!count) co_return fail(count.error());
    if (!exchange.body.ends_cleanly_on_close())
      co_return fail(Code::backend_broken,
                     fmt::format("the body ended early, after {} bytes", exchange.body_bytes));
  }
  co_return std::string();
}

Awaitable<Result<std::string>> ClientResponse::read_all(size_t limit) {
  std::string whole;
  while (true) {
    FORESHOCK_CO_TRY(const std::string piece, co_await read_some());
    if (piece.empty()) co_return whole;
    whole += piece;
    if (whole.size() > limit)
      co_return fail(Code::backend_broken, fmt::format("the body is over {} bytes", limit));
  }
}

HttpClient::HttpClient(Executor executor, const Clock& clock, TlsTrust trust)
    : pool_(std::make_shared<ConnectionPool>(std::move(executor), clock, std::move(trust))) {}

HttpClient::~HttpClient() {
  // Sockets are closed on their own thread.
  const Executor executor = pool_->executor();
  asio::post(executor, [pool = std::move(pool_)] { pool->clear(); });
}

Awaitable<Result<ClientResponse>> HttpClient::send(ClientRequest request) {
  FORESHOCK_CO_TRY(const http_client_impl::Prepared prepared, http_client_impl::prepare(request));
  const std::shared_ptr<ConnectionPool> pool = pool_;
  auto exchange = std::make_unique<ClientResponse::Exchange>(pool, prepared.origin.text(), request);
  const TlsContext* tls = nullptr;
  if (prepared.origin.scheme == "https") {
    FORESHOCK_CO_TRY(tls, pool->tls());
  }
  exchange->socket = pool->take(exchange->origin);
  exchange->reused = exchange->socket != nullptr;
  while (true) {
    if (!exchange->socket) {
      exchange->socket = std::make_unique<ClientSocket>(pool->executor());
      Address address{prepared.origin.host, prepared.origin.port, prepared.origin.socket};
      auto connected = co_await exchange->socket->connect(std::move(address), tls, request.timeouts.connect);
      if (!connected) co_return fail(std::move(connected).error());
    }
    const uint64_t received_before = exchange->socket->received();
    auto answer = co_await http_client_impl::ask(*exchange->socket, prepared.bytes, request.timeouts, *pool);
    if (answer) {
      auto accepted = exchange->accept(std::move(*answer), request.method);
      if (!accepted) co_return fail(std::move(accepted).error());
      co_return ClientResponse(std::move(exchange));
    }
    const bool silent = exchange->socket->received() == received_before;
    if (!exchange->reused || !silent || answer.error().code() != Code::backend_broken)
      co_return fail(std::move(answer).error());
    exchange->reused = false;
    exchange->retried = true;
    exchange->socket.reset();
  }
}

}  // namespace foreshock::net
