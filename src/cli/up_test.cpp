#include "cli/up_test.h"

namespace foreshock::cli {

std::string program_under_test() {
  return FORESHOCK_PROGRAM;
}

}  // namespace foreshock::cli
