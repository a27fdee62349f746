#include "cli/stop_signal.h"

#include <csignal>

namespace foreshock::cli {
namespace stop_signal_impl {

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
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

}  // namespace foreshock::cli
