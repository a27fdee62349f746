#include "testkit/loopback.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "wire/http_body.h"

namespace foreshock::testkit {
namespace loopback_impl {

struct Name {
  explicit Name(const Place& place) {
    if (!place.path.empty()) {
      auto& name = reinterpret_cast<sockaddr_un&>(storage);
      name.sun_family = AF_UNIX;
      place.path.copy(name.sun_path, sizeof name.sun_path - 1);
      size = sizeof name;
    } else if (place.ipv6) {
      auto& name = reinterpret_cast<sockaddr_in6&>(storage);
      name.sin6_family = AF_INET6;
      name.sin6_port = htons(place.port);
      name.sin6_addr = in6addr_loopback;
      size = sizeof name;
    } else {
      auto& name = reinterpret_cast<sockaddr_in&>(storage);
      name.sin_family = AF_INET;
      name.sin_port = htons(place.port);
      name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      size = sizeof name;
    }
  }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  FileDescriptor socket() const {
    return FileDescriptor(::socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  }

  sockaddr_storage storage{};
  socklen_t size = 0;
};

FileDescriptor bound_socket(const Place& place) {
  const Name name(place);
  FileDescriptor bound = name.socket();
  const int on = 1;
  setsockopt(bound.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  bind(bound.get(), name.get(), name.size);
  return bound;
}

uint16_t port_of(const FileDescriptor& socket) {
  sockaddr_in6 address{};  // the port of IPv4 stands in the same place
  socklen_t size = sizeof address;
  getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin6_port);
}

void prepare(const FileDescriptor& socket) {
  const int on = 1;
  setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const int buffer = 64 * 1024;  // the kernel would hold megabytes, and hide who waits for whom
  setsockopt(socket.get(), SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
  setsockopt(socket.get(), SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
  const timeval ten_seconds{10, 0};
  setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &ten_seconds, sizeof ten_seconds);
  setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &ten_seconds, sizeof ten_seconds);
}

wire::BodyFraming framing_of(std::string_view head) {
  if (head.starts_with("HTTP/")) return *wire::response_framing(*wire::parse_response_head(head), "GET");
  return *wire::request_framing(*wire::parse_request_head(head));
}

}  // namespace loopback_impl

Connection Connection::to(const Place& place, int receive_buffer) {
  const loopback_impl::Name name(place);
  FileDescriptor connecting = name.socket();
  if (receive_buffer > 0)
    setsockopt(connecting.get(), SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  loopback_impl::prepare(connecting);
  if (connect(connecting.get(), name.get(), name.size) != 0) connecting = FileDescriptor();
  return Connection(std::move(connecting));
}

bool Connection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = tls_ ? SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size()))
                               : ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

void Connection::close() {
  if (tls_) SSL_shutdown(tls_.get());
  cut();
}

void Connection::cut() {
  tls_.reset();
  socket_ = FileDescriptor();
}

bool Connection::peer_speaks() {
  char byte = 0;
  return read(&byte, 1, true) > 0;
}

bool Connection::takes_more() {
  pollfd waiting{socket_.get(), POLLOUT, 0};
  return poll(&waiting, 1, 300) == 1;
}

std::string Connection::receive() {
  if (!kept_.empty()) return std::exchange(kept_, {});
  std::string bytes(64 * 1024, '\0');
  const ssize_t count = read(bytes.data(), bytes.size(), false);
  bytes.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return bytes;
}

std::string Connection::receive_all() {
  std::string all;
  for (std::string bytes = receive(); !bytes.empty(); bytes = receive()) all += bytes;
  return all;
}

std::string Connection::receive_until(std::string_view text) {
  std::string all;
  for (std::string bytes = receive(); !bytes.empty(); bytes = receive()) {
    all += bytes;
    const size_t at = all.find(text);
    if (at == std::string::npos) continue;
    kept_ = all.substr(at + text.size());
    all.resize(at + text.size());
    break;
  }
  return all;
}

Connection::Message Connection::receive_message() {
  Message message;
  message.head = receive_until("\r\n\r\n");
  if (!message.head.ends_with("\r\n\r\n")) return message;
  wire::BodyReader reader(loopback_impl::framing_of(message.head));
  while (!reader.done()) {
    std::string bytes = receive();
    if (bytes.empty()) {
      message.whole = reader.ends_cleanly_on_close();
      return message;
    }
    std::string_view rest = bytes;
    while (!rest.empty() && !reader.done()) {
      const auto step = reader.next(rest);
      if (!step) return message;
      message.body += step->payload;
      rest.remove_prefix(step->consumed);
    }
    kept_ = rest;
  }
  message.whole = true;
  return message;
}

bool Connection::closed_by_peer(int milliseconds) {
  pollfd waiting{socket_.get(), POLLRDHUP, 0};
  return poll(&waiting, 1, milliseconds) == 1;
}

void Connection::reset() {
  const linger at_once{1, 0};
  setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  cut();
}

void Connection::end_sending() {
  if (tls_) SSL_shutdown(tls_.get());
  shutdown(socket_.get(), SHUT_WR);
}

LoopbackServer::LoopbackServer(std::function<void(Connection&)> script, Place place,
                               std::optional<CertificateFiles> files)
    : script_(std::move(script)),
      files_(std::move(files)),
      listener_(loopback_impl::bound_socket(place)),
      place_(std::move(place)) {
  if (place_.path.empty()) place_.port = loopback_impl::port_of(listener_);
  listen(listener_.get(), 128);
  acceptor_ = std::thread([this] { accept_all(); });
}

LoopbackServer::~LoopbackServer() {
  stopped_ = true;
  shutdown(listener_.get(), SHUT_RDWR);
  acceptor_.join();
  for (std::thread& script : scripts_) script.join();
}

void LoopbackServer::accept_all() {
  while (!stopped_) {
    FileDescriptor accepted(accept(listener_.get(), nullptr, nullptr));
    if (!accepted) continue;
    loopback_impl::prepare(accepted);
    const std::lock_guard lock(mutex_);
    scripts_.emplace_back([this, connection = Connection(std::move(accepted))]() mutable {
      if (files_ && !connection.accept_tls(*files_)) return;
      if (!connection.peer_speaks()) return;
      ++connections_;
      script_(connection);
    });
  }
}

std::string LoopbackServer::url() const {
  if (!place_.path.empty()) return fmt::format("unix:{}", place_.path);
  return fmt::format("{}://{}:{}", files_ ? "https" : "http", place_.ipv6 ? "[::1]" : "127.0.0.1",
                     place_.port);
}

bool has_ipv6() {
  return loopback_impl::port_of(loopback_impl::bound_socket(Place(0, true))) != 0;
}

uint16_t unused_port() {
  return loopback_impl::port_of(loopback_impl::bound_socket({}));
}

}  // namespace foreshock::testkit
