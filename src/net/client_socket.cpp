#include "net/client_socket.h"

#include <sys/socket.h>

#include <vector>

#include <fmt/format.h>
#include <asio/connect.hpp>

#include "net/stream_socket.h"
#include "net/tcp.h"

namespace foreshock::net {
namespace client_socket_impl {

using TimePoint = std::chrono::steady_clock::time_point;
using Stream = asio::generic::stream_protocol;

tl::unexpected<Error> unreachable(const Address& address, const asio::error_code& error) {
  return fail(Code::backend_unreachable,
              fmt::format("no connection to {}: {}", to_text(address), error.message()));
}

// An address needs no resolver, which works on a thread of its own.
Awaitable<Result<std::vector<Stream::endpoint>>> resolve(Executor executor, Address address) {
  std::vector<Stream::endpoint> endpoints;
  if (!address.path.empty()) {
    const auto names = net::resolve(address);
    if (!names) co_return fail(names.error());
    for (const SocketAddress& name : *names) endpoints.emplace_back(&name.storage, name.size);
    co_return endpoints;
  }
  asio::error_code error;
  const auto numeric = asio::ip::make_address(address.host, error);
  if (!error) {
    endpoints.emplace_back(tcp::endpoint(numeric, address.port));
    co_return endpoints;
  }
  tcp::resolver resolver(executor);
  const auto [unresolved, found] =
      co_await resolver.async_resolve(address.host, fmt::to_string(address.port), as_values);
  if (unresolved) co_return unreachable(address, unresolved);
  for (const auto& entry : found) endpoints.push_back(entry.endpoint());
  co_return endpoints;
}

}  // namespace client_socket_impl

// The socket and the timer that closes it under what runs over its limit. The timer is set anew only when it
// has fired, so that a limit costs one store a read.
struct ClientSocket::Guarded : std::enable_shared_from_this<Guarded> {
  explicit Guarded(const Executor& executor) : stream(StreamSocket::Socket(executor)), timer(executor) {}

  StreamSocket stream;
  asio::steady_timer timer;
  client_socket_impl::TimePoint deadline = client_socket_impl::TimePoint::max();
  bool armed = false;
  bool timed_out = false;

  void begin(Duration limit) {
    timed_out = false;
    deadline = deadline_after(limit);
    const bool sooner = armed && deadline < timer.expiry();
    if (sooner || (!armed && limit > Duration::zero())) arm();
  }
  void end() { deadline = client_socket_impl::TimePoint::max(); }

  void arm() {
    armed = true;
    timer.expires_at(deadline);
    timer.async_wait([self = shared_from_this()](const asio::error_code& error) {
      if (!error) self->fire();
    });
  }
  void fire() {
    armed = false;
    if (deadline == client_socket_impl::TimePoint::max()) return;
    if (std::chrono::steady_clock::now() < deadline) return arm();
    timed_out = true;
    stream.cut();
  }
  // What ERROR means for the step that WHAT says has failed; OTHERWISE, when neither LIMIT nor a cancellation
  // ended it.
  tl::unexpected<Error> failed(const asio::error_code& error, std::string_view what, Duration limit,
                               Code otherwise) const {
    if (timed_out) return fail(Code::timeout, fmt::format("{} within {} s", what, seconds(limit)));
    const bool cancelled = error == asio::error::operation_aborted;
    return fail(cancelled ? Code::cancelled : otherwise, fmt::format("{}: {}", what, error.message()));
  }
  void close() {
    end();
    timer.cancel();
    stream.close();
  }
};

ClientSocket::ClientSocket(const Executor& executor) : guarded_(std::make_shared<Guarded>(executor)) {}

ClientSocket::~ClientSocket() {
  guarded_->close();
}

Awaitable<Result<void>> ClientSocket::connect(Address address, const TlsContext* tls, Duration limit) {
  const auto endpoints =
      co_await client_socket_impl::resolve(guarded_->stream.socket().get_executor(), address);
  if (!endpoints) co_return fail(endpoints.error());
  guarded_->begin(limit);
  const auto [error, endpoint] =
      co_await asio::async_connect(guarded_->stream.socket(), *endpoints, as_values);
  guarded_->end();
  if (error)
    co_return guarded_->failed(error, "no connection to " + to_text(address), limit,
                               Code::backend_unreachable);
  asio::error_code ignored;
  guarded_->stream.socket().set_option(tcp::no_delay(true), ignored);
  if (tls == nullptr) co_return Result<void>();
  guarded_->stream.connect_tls(*tls, address.host);
  co_return co_await shake_hands(std::move(address), limit);
}

Awaitable<Result<void>> ClientSocket::shake_hands(Address address, Duration limit) {
  guarded_->begin(limit);
  const auto [error, outcome] = co_await guarded_->stream.shake_hands();
  guarded_->end();
  const std::string what = "no connection to " + to_text(address);
  if (error) co_return guarded_->failed(error, what, limit, Code::backend_unreachable);
  if (outcome == TlsSession::Handshake::done) co_return Result<void>();
  co_return fail(Code::backend_unreachable, fmt::format("{}: {}", what, guarded_->stream.tls()->failure()));
}

Awaitable<Result<void>> ClientSocket::write(std::string_view bytes, Duration limit) {
  guarded_->begin(limit);
  const asio::error_code error = co_await guarded_->stream.write(bytes);
  guarded_->end();
  if (!error) co_return Result<void>();
  co_return guarded_->failed(error, "the request was not taken", limit, Code::backend_broken);
}

Awaitable<Result<size_t>> ClientSocket::read(Duration limit) {
  guarded_->begin(limit);
  const auto [error, count] = co_await guarded_->stream.read(block_);
  guarded_->end();
  bytes_.append(block_.data(), count);
  received_ += count;
  if (!error) co_return count;
  if (error == asio::error::eof) co_return 0;
  co_return guarded_->failed(error, "nothing came", limit, Code::backend_broken);
}

bool ClientSocket::still_idle() {
  if (TlsSession* const tls = guarded_->stream.tls())
    return bytes_.empty() && tls->receive(block_) < 0 && errno == EAGAIN;
  char byte = 0;
  const auto count = ::recv(guarded_->stream.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return bytes_.empty() && count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

}  // namespace foreshock::net
