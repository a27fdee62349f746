// The stories of scenarios/ hold.
#include <filesystem>

#include <gtest/gtest.h>

#include "testkit/program.h"

namespace foreshock::cli::scenarios_test {

TEST(Scenarios, Hold) {
  std::vector<std::string> command{FORESHOCK_PROGRAM, "test"};
  for (const auto& entry : std::filesystem::directory_iterator(FORESHOCK_SCENARIOS))
    if (entry.path().extension() == ".yaml") command.push_back(entry.path().string());
  ASSERT_GT(command.size(), 2u);
  const auto result = testkit::run_program(command);
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

}  // namespace foreshock::cli::scenarios_test
