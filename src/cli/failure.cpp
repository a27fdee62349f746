#include "cli/failure.h"

#include <cstdio>

#include <fmt/format.h>

namespace foreshock::cli {

int report_failure(const Error& error) {
  fmt::print(stderr, "foreshock: {}\n  {}\n", error.what(), error.hint());
  return error.code() == Code::bad_config || error.code() == Code::unsupported ||
                 error.code() == Code::bad_usage
             ? exit_bad_input
             : exit_no;
}

}  // namespace foreshock::cli
