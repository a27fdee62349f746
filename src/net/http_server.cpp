#include "net/http_server.h"

#include <fmt/format.h>
#include <asio/error.hpp>
#include <asio/ip/v6_only.hpp>

#include "core/log.h"
#include "net/asio_values.h"
#include "net/http_connection.h"
#include "net/task_group.h"

namespace foreshock::net {
namespace http_server_impl {

using Endpoints = std::vector<tcp::endpoint>;

tl::unexpected<Error> cannot_listen(const Address& address, const asio::error_code& error) {
  const std::string where = to_text(address);
  if (error == asio::error::address_in_use)
    return fail(Code::io, fmt::format("{}: the port is taken by another program", where),
                "Choose another with --listen or --console, or 0 for a free one.");
  if (error == asio::error::access_denied)
    return fail(Code::io, fmt::format("{}: this user may not use the port", where), "Choose one above 1023.");
  return fail(Code::io, fmt::format("{}: cannot listen: {}", where, error.message()));
}

// Where to listen, best first; IPv4 before IPv6 for a name, since many clients try nothing else.
Result<Endpoints> endpoints_of(const Address& address, const Executor& executor) {
  if (address.host.empty())
    return Endpoints{tcp::endpoint(tcp::v6(), address.port), tcp::endpoint(tcp::v4(), address.port)};
  asio::error_code error;
  tcp::resolver resolver(executor);
  const auto found = resolver.resolve(address.host, fmt::to_string(address.port), error);
  if (error) return cannot_listen(address, error);
  Endpoints endpoints;
  for (const auto& entry : found)
    endpoints.insert(entry.endpoint().address().is_v4() ? endpoints.begin() : endpoints.end(),
                     entry.endpoint());
  return endpoints;
}

asio::error_code open(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  asio::error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error && endpoint.address().is_v6() && endpoint.address().is_unspecified())
    acceptor.set_option(asio::ip::v6_only(false), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  return error;
}

Result<tcp::acceptor> listening_on(const Address& address, const Executor& executor) {
  FORESHOCK_TRY(const Endpoints endpoints, endpoints_of(address, executor));
  asio::error_code first_error;
  for (const tcp::endpoint& endpoint : endpoints) {
    tcp::acceptor acceptor(executor);
    const asio::error_code error = open(acceptor, endpoint);
    if (!error) return acceptor;
    if (!first_error) first_error = error;
    if (error == asio::error::address_in_use) break;
  }
  return cannot_listen(address, first_error);
}

Awaitable<void> accept_connections(tcp::acceptor& acceptor, TaskGroup& tasks,
                                   std::shared_ptr<const HttpService> service) {
  bool told = false;
  while (true) {
    auto [error, socket] = co_await acceptor.async_accept(as_values);
    if (error == asio::error::operation_aborted) co_return;
    if (error) {  // out of descriptors, mostly: the connections that end will free some
      if (!told) log::warn("net", fmt::format("cannot accept a connection: {}", error.message()));
      told = true;
      co_await sleep_for(std::chrono::milliseconds(100));
      continue;
    }
    told = false;
    if (service->refuses && service->refuses()) {
      StreamSocket(std::move(socket)).reset();
      continue;
    }
    asio::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    tasks.spawn(serve_connection(std::move(socket), service));
  }
}

}  // namespace http_server_impl

struct HttpServer::State {
  State(IoThread& io, Address where, tcp::acceptor from)
      : address(std::move(where)), acceptor(std::move(from)), tasks(io) {}

  Address address;
  tcp::acceptor acceptor;
  TaskGroup tasks;  // last: it ends before what its tasks use
};

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

HttpServer::~HttpServer() {
  stop();
}

Result<std::unique_ptr<HttpServer>> HttpServer::listen(IoThread& io, const Address& address,
                                                       HttpHandler handler, ServerLimits limits,
                                                       ConnectionRefusal refuses, TlsContext tls) {
  FORESHOCK_TRY(tcp::acceptor acceptor, http_server_impl::listening_on(address, io.executor()));
  asio::error_code error;
  const tcp::endpoint taken = acceptor.local_endpoint(error);
  if (error) return http_server_impl::cannot_listen(address, error);
  Address where = address;
  where.port = taken.port();
  auto service = std::make_shared<const HttpService>(
      HttpService{std::move(handler), limits, std::move(refuses), std::move(tls)});
  auto state = std::make_unique<State>(io, std::move(where), std::move(acceptor));
  state->tasks.spawn(http_server_impl::accept_connections(state->acceptor, state->tasks, std::move(service)));
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

Address HttpServer::address() const {
  return state_->address;
}

void HttpServer::stop() {
  state_->tasks.stop();
}

}  // namespace foreshock::net
