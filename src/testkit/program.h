#pragma once
// Another program, run as a user runs it.
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/file_descriptor.h"

namespace foreshock::testkit {

struct Finished {
  int exit_code = -1;  // -1: ended by a signal
  std::string out;
  std::string err;
};

// Runs to its end.
Finished run_program(const std::vector<std::string>& command);

// A server under test: killed at the end, if it still runs.
class Program {
 public:
  // ERR: where its stderr goes; below 0: where that of the test goes.
  explicit Program(const std::vector<std::string>& command, int err = -1);
  ~Program();

  // Its next line on stdout without the line end; empty when it has closed it.
  std::string read_line();
  void signal(int signal) const;
  // Sends SIGNAL and waits for the end; the exit code, or -1 when a signal ended it.
  int end(int signal);

 private:
  pid_t process_ = -1;
  FileDescriptor out_;
};

}  // namespace foreshock::testkit
