#pragma once
// A blocking socket for tests that care about bytes.
#include <string>
#include <string_view>

#include <asio/buffer.hpp>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/read.hpp>
#include <asio/read_until.hpp>
#include <asio/write.hpp>

namespace foreshock::net {

class RawClient {
 public:
  explicit RawClient(uint16_t port) {
    socket_.connect({asio::ip::address_v4::loopback(), port});
    socket_.set_option(asio::ip::tcp::no_delay(true));
  }

  void send(std::string_view bytes) { asio::write(socket_, asio::buffer(bytes)); }
  // Everything up to and with DELIMITER.
  std::string read_through(std::string_view delimiter) {
    asio::error_code error;
    const size_t count = asio::read_until(socket_, asio::dynamic_buffer(inbound_), delimiter, error);
    if (error) return std::exchange(inbound_, {}) + "[" + error.message() + "]";
    std::string taken = inbound_.substr(0, count);
    inbound_.erase(0, count);
    return taken;
  }
  std::string read_to_end() {
    asio::error_code error;
    while (!error) asio::read(socket_, asio::dynamic_buffer(inbound_), error);
    return std::exchange(inbound_, {});
  }
  // Whether the connection ends with a reset and nothing came before.
  bool is_reset() {
    asio::error_code error;
    while (!error) asio::read(socket_, asio::dynamic_buffer(inbound_), error);
    return error == asio::error::connection_reset && inbound_.empty();
  }
  void close() { socket_.close(); }

 private:
  asio::io_context context_;
  asio::ip::tcp::socket socket_{context_};
  std::string inbound_;
};

}  // namespace foreshock::net
