#pragma once
// Who sits at the command line.
#include <cstdlib>
#include <string>

namespace foreshock::cli {

// As the audit log has them, where no token tells.
inline std::string this_person() {
  const char* user = std::getenv("USER");
  return user == nullptr || *user == '\0' ? "somebody at the command line" : user;
}

}  // namespace foreshock::cli
