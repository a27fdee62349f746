#pragma once
// A server that does on its own thread exactly what a test tells it to, connection after connection.
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <asio/buffer.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/read_until.hpp>
#include <asio/write.hpp>

namespace foreshock::net {

class RawPeer {
 public:
  explicit RawPeer(asio::ip::tcp::socket socket) : socket_(std::move(socket)) {
    socket_.set_option(asio::ip::tcp::no_delay(true));
  }

  // Reads up to and with DELIMITER, or less when the client leaves.
  std::string read_through(std::string_view delimiter) {
    asio::error_code error;
    const size_t count = asio::read_until(socket_, asio::dynamic_buffer(inbound_), delimiter, error);
    std::string taken = inbound_.substr(0, error ? std::string::npos : count);
    inbound_.erase(0, taken.size());
    return taken;
  }
  std::string read_head() { return read_through("\r\n\r\n"); }
  void send(std::string_view bytes) {
    asio::error_code ignored;
    asio::write(socket_, asio::buffer(bytes), ignored);
  }
  void close() { socket_.close(); }

 private:
  asio::ip::tcp::socket socket_;
  std::string inbound_;
};

class RawServer {
 public:
  using Script = std::function<void(RawPeer&)>;

  // The n-th connection gets the n-th script and is closed at its end; after the last, the port is closed.
  explicit RawServer(std::vector<Script> scripts)
      : scripts_(std::move(scripts)), thread_([this] { run(); }) {}
  ~RawServer() {
    // Connections that the client never made are made here, so that accept() returns.
    asio::error_code ignored;
    for (size_t i = 0; i < scripts_.size(); ++i) {
      asio::ip::tcp::socket socket(context_);
      socket.connect({asio::ip::address_v4::loopback(), port_}, ignored);
    }
    thread_.join();
  }

  std::string url(std::string_view path) const {
    return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
  }

 private:
  void run() {
    for (const Script& script : scripts_) {
      RawPeer peer(acceptor_.accept());
      script(peer);
    }
    acceptor_.close();
  }

  asio::io_context context_;
  asio::ip::tcp::acceptor acceptor_{context_, {asio::ip::address_v4::loopback(), 0}};
  uint16_t port_ = acceptor_.local_endpoint().port();
  std::vector<Script> scripts_;
  std::thread thread_;
};

}  // namespace foreshock::net
