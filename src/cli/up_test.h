#pragma once
// foreshock up on free ports, as tests of the program need it.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "testkit/loopback.h"
#include "testkit/program.h"
#include "testkit/temporary_folder.h"

namespace foreshock::cli {

std::string program_under_test();  // its path

inline uint16_t port_of(const std::string& line) {
  return static_cast<uint16_t>(std::stoi(line.substr(line.rfind(':') + 1)));
}

// Its two lines are read. ERR: where its stderr goes; below 0: where that of the test goes.
struct Up {
  explicit Up(const testkit::TemporaryFolder& folder, std::vector<std::string> more = {}, int err = -1)
      : process(
            [&] {
              std::vector<std::string> command = {
                  program_under_test(), "up",          "--listen",   "127.0.0.1:0",
                  "--console",          "127.0.0.1:0", "--data-dir", (folder.path() / "data").string()};
              command.insert(command.end(), more.begin(), more.end());
              return command;
            }(),
            err),
        gateway(process.read_line()),
        console(process.read_line()) {}

  std::string get_text(const std::string& path) const {
    auto connection = testkit::Connection::to(port_of(console));
    connection.send(fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path));
    return connection.receive_message().body;
  }
  nlohmann::json get(const std::string& path) const { return nlohmann::json::parse(get_text(path)); }

  testkit::Program process;
  std::string gateway, console;
};

}  // namespace foreshock::cli
