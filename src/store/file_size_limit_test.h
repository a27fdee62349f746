#pragma once
// A disk that is full: while it lives, this process cannot write a file beyond LIMIT bytes.
#include <csignal>

#include <sys/resource.h>

namespace foreshock::store {

class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t limit) : signal_before_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit lowered{limit, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &lowered);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_before_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*signal_before_)(int);
  rlimit before_{};
};

}  // namespace foreshock::store
