#include "cli/audit_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "testkit/temporary_folder.h"

namespace foreshock::cli::audit_file_test {

TEST(AuditFile, KeepsWhatWasThereAndAddsLines) {
  const testkit::TemporaryFolder folder;
  const std::string file = (folder.path() / "audit.jsonl").string();
  AuditFile(file).append(R"({"what":"set"})");
  AuditFile(file).append(R"({"what":"undo"})");
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(text, "{\"what\":\"set\"}\n{\"what\":\"undo\"}\n");
  const auto rights = std::filesystem::status(file).permissions();
  EXPECT_EQ(rights & std::filesystem::perms::all, std::filesystem::perms(0600));
}

TEST(AuditFile, TellsItsNewestLinesAlsoThoseOfAnEarlierProcess) {
  const testkit::TemporaryFolder folder;
  const std::string file = (folder.path() / "audit.jsonl").string();
  AuditFile(file).append("1");
  std::ofstream(file, std::ios::app) << "{\"cut\n";
  AuditFile audit(file);
  EXPECT_EQ(audit.newest(5), std::vector<std::string>{"1"});
  for (int line = 2; line <= 1001; ++line) audit.append(std::to_string(line));
  EXPECT_EQ(audit.newest(2), (std::vector<std::string>{"1001", "1000"}));
  EXPECT_EQ(audit.newest(5000).size(), 1000U);
  EXPECT_EQ(audit.newest(5000).back(), "2");
}

TEST(AuditFile, WithoutAFileLinesGoToTheLog) {
  testing::internal::CaptureStderr();
  AuditFile("/nowhere/audit.jsonl").append(R"({"what":"set"})");
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_NE(log.find("/nowhere/audit.jsonl"), std::string::npos);
  EXPECT_NE(log.find(R"({"what":"set"})"), std::string::npos);
}

}  // namespace foreshock::cli::audit_file_test
