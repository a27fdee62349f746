// foreshock key: what it prints is what the configuration takes.
#include <gmock/gmock.h>

#include "cli/config.h"
#include "cli/up_test.h"
#include "wire/key_hash.h"

namespace foreshock::cli::key_command_test {

using testing::HasSubstr;
using testkit::run_program;

testkit::Finished key(std::vector<std::string> arguments) {
  std::vector<std::string> command = {program_under_test(), "key", "new", "ann"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_program(command);
}

// Of what key new wrote for people: the entry, behind its first line.
Config config_of(const testkit::Finished& made) {
  return read_config_text(made.err.substr(made.err.find('\n') + 1), "f.yaml").value();
}

TEST(KeyCommand, MakesAKeyWithItsScopes) {
  const auto made = key({"--scopes", "events,feedback"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const gateway::KeyOptions entry = config_of(made).gateway.keys.at(0);
  EXPECT_EQ(entry.hash, wire::hash_of_key(made.out.substr(0, made.out.size() - 1)));
  EXPECT_EQ(gateway::print_value(entry.scopes), "events, feedback");
  EXPECT_THAT(made.err, testing::Not(HasSubstr(made.out.substr(0, made.out.size() - 1))));
}

TEST(KeyCommand, MakesATokenForTheConsole) {
  const auto made = key({"--role", "operator"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const console::AdminToken entry = config_of(made).console.admin_tokens.at(0);
  EXPECT_EQ(entry.hash, wire::hash_of_key(made.out.substr(0, made.out.size() - 1)));
  EXPECT_EQ(entry.role, console::Role::operator_);
}

TEST(KeyCommand, SaysWhatIsWrong) {
  const auto role = key({"--role", "admin"});
  EXPECT_EQ(role.exit_code, 2);
  EXPECT_THAT(role.err, HasSubstr("--role: unknown role 'admin'"));
  EXPECT_THAT(role.out, testing::IsEmpty()) << "no key for nothing";
  EXPECT_THAT(key({"--scopes", "evnts"}).err, HasSubstr("Did you mean 'events'?"));
  EXPECT_EQ(key({"--role", "viewer", "--scopes", "events"}).exit_code, 2);
}

}  // namespace foreshock::cli::key_command_test
