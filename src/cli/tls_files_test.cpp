// Certificates and keys as the program meets them.
#include <csignal>
#include <fstream>

#include <gtest/gtest.h>

#include "cli/up_test.h"

namespace foreshock::cli::tls_files_test {

using nlohmann::json;
using testkit::Program;
using testkit::run_program;
using testkit::TemporaryFolder;

const std::string program = program_under_test();

std::string write_file(const TemporaryFolder& folder, std::string_view text) {
  const auto path = folder.path() / "foreshock.yaml";
  std::ofstream(path) << text;
  return path.string();
}

TEST(TlsFiles, AreOpenedByCheck) {
  const TemporaryFolder folder;
  const auto files = testkit::make_certificate(folder.path().string());
  const auto checked = [&](std::string_view text) {
    return run_program({program, "check", write_file(folder, text)});
  };
  for (const char* section : {"tls: {{ {} }}\n", "console: {{ tls: {{ {} }} }}\n"}) {
    const auto with = [&](const std::string& certificate, const std::string& key) {
      return checked(fmt::format(fmt::runtime(section),
                                 fmt::format("certificate: \"{}\", key: \"{}\"", certificate, key)));
    };
    EXPECT_EQ(with(files.certificate, files.key).exit_code, 0);
    const auto absent = with("/no/such/file", files.key);
    EXPECT_EQ(absent.exit_code, 2);
    EXPECT_NE(absent.err.find("the certificate /no/such/file: No such file"), std::string::npos)
        << absent.err;
    EXPECT_NE(with(files.certificate, files.certificate).err.find("it holds no private key"),
              std::string::npos);
  }
  const auto old =
      testkit::make_certificate(folder.path().string(), "old", "DNS:localhost", -std::chrono::hours(1));
  const auto doubtful =
      checked(fmt::format("tls: {{ certificate: \"{}\", key: \"{}\" }}\n", old.certificate, old.key));
  EXPECT_EQ(doubtful.exit_code, 0);
  EXPECT_NE(doubtful.err.find("has expired"), std::string::npos) << doubtful.err;
  const auto authority = checked("backends: [{ name: a, url: \"https://localhost\", ca_file: /no/ca }]\n");
  EXPECT_NE(authority.err.find("backend 'a': the certificates /no/ca"), std::string::npos) << authority.err;
}

TEST(TlsFiles, TheConsoleMaySpeakTls) {
  const TemporaryFolder folder;
  const auto files = testkit::make_certificate(folder.path().string());
  const std::string file = write_file(
      folder,
      fmt::format("console: {{ listen: \"127.0.0.1:0\", tls: {{ certificate: \"{}\", key: \"{}\" }} }}\n",
                  files.certificate, files.key));
  Program up({program, "up", "-c", file, "--listen", "127.0.0.1:0", "--no-load", "--data-dir",
              (folder.path() / "data").string()});
  up.read_line();
  const std::string console = up.read_line();
  EXPECT_TRUE(console.starts_with("console https://127.0.0.1:")) << console;
  auto client = testkit::Connection::to(port_of(console));
  ASSERT_TRUE(client.connect_tls(files.certificate));
  client.send("GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto status = client.receive_message();
  EXPECT_TRUE(status.head.starts_with("HTTP/1.1 200 ")) << status.head;
  EXPECT_EQ(json::parse(status.body)["backends"][0]["doubt"], "none");
  EXPECT_EQ(up.end(SIGTERM), 0);
}

}  // namespace foreshock::cli::tls_files_test
