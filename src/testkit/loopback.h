#pragma once
// Plain blocking sockets on this machine: a scripted server, and a client that sees every byte.
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/types.h>

#include "core/file_descriptor.h"
#include "testkit/certificate.h"

struct ssl_st;

namespace foreshock::testkit {

// Where somebody listens: on 127.0.0.1 or ::1, or at a unix socket.
struct Place {
  Place(uint16_t the_port = 0, bool the_ipv6 = false) : port(the_port), ipv6(the_ipv6) {}  // 0: a free one
  explicit Place(std::string the_path) : path(std::move(the_path)) {}

  uint16_t port = 0;
  bool ipv6 = false;
  std::string path;
};

// One end of a connection. Every wait ends after ten seconds, as if the peer had closed.
class Connection {
 public:
  explicit Connection(FileDescriptor socket) : socket_(std::move(socket)) {}
  // RECEIVE_BUFFER: bytes that the kernel takes for it before anybody reads; 0: as many as it likes.
  static Connection to(const Place& place, int receive_buffer = 0);

  // From here on through TLS, as the side that calls: CA_FILE is trusted, HOST must stand in the certificate.
  // False: no agreement.
  bool connect_tls(const std::string& ca_file, const std::string& host = "localhost",
                   const std::string& protocol = "http/1.1");
  bool accept_tls(const CertificateFiles& files);
  // As ALPN has it; empty: none was agreed on.
  std::string protocol() const;

  // Whether the peer still takes bytes.
  bool send(std::string_view bytes);
  // Whether bytes come before the peer closes; they stay to be received.
  bool peer_speaks();
  // Whether the socket takes bytes now, or within 300 ms.
  bool takes_more();
  // Some bytes; empty once the peer has closed.
  std::string receive();
  // All that comes until the peer closes.
  std::string receive_all();
  // Until TEXT has come (what follows it is kept for the next call); what came anyway when the peer closes
  // first.
  std::string receive_until(std::string_view text);
  // A request or an answer with Content-Length, chunked or empty body: head and payload.
  struct Message {
    std::string head;
    std::string body;
    bool whole = false;
  };
  Message receive_message();
  // The peer has closed, or closes within that time.
  bool closed_by_peer(int milliseconds = 10'000);
  // Through TLS: the peer has said that this is its end.
  bool ended_in_order() const;
  void reset();  // closes with RST
  void end_sending();
  void close();  // through TLS: an orderly end
  // Through TLS as without: the bytes stop, and nobody says that this is the end.
  void cut();

 private:
  ssize_t read(char* into, size_t size, bool peek);

  FileDescriptor socket_;
  std::shared_ptr<ssl_st> tls_;
  std::string kept_;
};

// Calls SCRIPT on a thread of its own for each connection on which the peer says something: one that only
// looks whether the server is there is neither played to nor counted.
class LoopbackServer {
 public:
  // With FILES through TLS.
  explicit LoopbackServer(std::function<void(Connection&)> script, Place place = {},
                          std::optional<CertificateFiles> files = std::nullopt);
  ~LoopbackServer();
  uint16_t port() const { return place_.port; }
  std::string url() const;
  int connections() const { return connections_; }

 private:
  void accept_all();

  std::function<void(Connection&)> script_;
  std::optional<CertificateFiles> files_;
  FileDescriptor listener_;
  Place place_;
  std::atomic<int> connections_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::vector<std::thread> scripts_;
  std::thread acceptor_;
};

bool has_ipv6();
// A port of 127.0.0.1 on which nobody listens.
uint16_t unused_port();

}  // namespace foreshock::testkit
