#include "cli/input_file.h"

#include <fstream>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "testkit/temporary_folder.h"

namespace foreshock::cli::input_file_test {

std::string refusal(const std::string& file) {
  const auto text = read_input_file(file, "story", "Give the path of a story.");
  if (text) return "read";
  EXPECT_EQ(text.error().code(), Code::bad_config);
  EXPECT_TRUE(text.error().what().starts_with(file + ": ")) << text.error().what();
  return text.error().what().substr(file.size() + 2);
}

TEST(InputFile, ReadsRegularFilesOnly) {
  const testkit::TemporaryFolder folder;
  const std::string file = (folder.path() / "file").string(), pipe = (folder.path() / "pipe").string();
  std::ofstream(file) << "a: 1\n";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(read_input_file(file, "story", ""), "a: 1\n");
  EXPECT_EQ(refusal(pipe), "is a device or a pipe, and no regular file") << "nobody writes into it";
  EXPECT_EQ(refusal("/dev/zero"), "is a device or a pipe, and no regular file");
  EXPECT_EQ(refusal(folder.path().string()), "is a folder");
  EXPECT_EQ(refusal((folder.path() / "absent").string()), "cannot be read");
}

TEST(InputFile, HasABound) {
  const testkit::TemporaryFolder folder;
  const std::string file = (folder.path() / "file").string();
  std::ofstream(file) << std::string(1 << 20, ' ');
  EXPECT_EQ(refusal(file), "read");
  std::ofstream(file, std::ios::app) << ' ';
  EXPECT_EQ(refusal(file), "the file has 1048577 bytes, more than a story may have");
}

}  // namespace foreshock::cli::input_file_test
