#include "cli/stop_signal.h"

#include <atomic>
#include <csignal>
#include <cstring>

#include <unistd.h>

namespace foreshock::cli {
namespace stop_signal_impl {

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

std::atomic<const char*> last_words{""};

// Only what a signal handler may do.
void say_and_stop(int signal) {
  const char* words = last_words.load();
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, words, std::strlen(words));
  std::signal(signal, SIG_DFL);
  raise(signal);
}

}  // namespace stop_signal_impl

void hold_stop_signals() {
  const sigset_t signals = stop_signal_impl::stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void wait_for_stop_signal() {
  const sigset_t signals = stop_signal_impl::stop_signals();
  int signal = 0;
  sigwait(&signals, &signal);
}

void say_when_stopped(const char* message) {
  stop_signal_impl::last_words = message;
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, stop_signal_impl::say_and_stop);
}

}  // namespace foreshock::cli
