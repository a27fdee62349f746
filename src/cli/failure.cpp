#include "cli/failure.h"

#include <cstdio>

#include <fmt/format.h>

#include "core/shown.h"

namespace foreshock::cli {

int exit_code_of(const Error& error) {
  switch (error.code()) {
    case Code::bad_config:
    case Code::bad_usage:
    case Code::unsupported:
      return exit_bad_input;
    default:
      return exit_no;
  }
}

int report_failure(const Error& error) {
  fmt::print(stderr, "foreshock: {}\n  {}\n", escaped(error.what()), escaped(error.hint()));
  return exit_code_of(error);
}

}  // namespace foreshock::cli
