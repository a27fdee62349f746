#include "cli/identity_secret.h"

#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "testkit/temporary_folder.h"

namespace foreshock::cli::identity_secret_test {

TEST(IdentitySecret, StaysTheSameAndIsForItsOwnerAlone) {
  const testkit::TemporaryFolder folder;
  const std::string file = (folder.path() / "identity").string();
  const auto first = identity_secret(file), again = identity_secret(file);
  EXPECT_EQ(first.first, again.first);
  EXPECT_EQ(first.second, again.second);
  struct stat about {};
  ASSERT_EQ(::stat(file.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600u);
}

TEST(IdentitySecret, OneThatIsCutIsMadeAnew) {
  const testkit::TemporaryFolder folder;
  const std::string file = (folder.path() / "identity").string();
  std::ofstream(file) << "short";
  const auto first = identity_secret(file);
  EXPECT_EQ(first.first, identity_secret(file).first);
}

TEST(IdentitySecret, WithoutAFileItLastsForTheProcess) {
  EXPECT_NE(identity_secret("/nowhere/identity").first, identity_secret("/nowhere/identity").first);
}

}  // namespace foreshock::cli::identity_secret_test
