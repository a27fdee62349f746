#include "cli/stop_signal.h"

#include <csignal>
#include <thread>
#include <utility>

namespace foreshock::cli {
namespace stop_signal_impl {

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

sigset_t service_signals() {
  sigset_t signals = stop_signals();
  sigaddset(&signals, SIGHUP);
  sigaddset(&signals, SIGUSR2);
  return signals;
}

Asked asked_by(int signal) {
  return signal == SIGHUP ? Asked::reload : signal == SIGUSR2 ? Asked::upgrade : Asked::stop;
}

int wait_for(const sigset_t& signals) {
  int signal = 0;
  sigwait(&signals, &signal);
  return signal;
}

}  // namespace stop_signal_impl

void hold_stop_signals() {
  const sigset_t signals = stop_signal_impl::stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void wait_for_stop_signal() {
  stop_signal_impl::wait_for(stop_signal_impl::stop_signals());
}

void hold_service_signals() {
  const sigset_t signals = stop_signal_impl::service_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

Asked wait_for_service_signal() {
  return stop_signal_impl::asked_by(stop_signal_impl::wait_for(stop_signal_impl::service_signals()));
}

std::optional<Asked> wait_for_service_signal(Duration time) {
  const sigset_t signals = stop_signal_impl::service_signals();
  const timespec at_most{time / std::chrono::seconds(1), (time % std::chrono::seconds(1)).count()};
  const int signal = sigtimedwait(&signals, nullptr, &at_most);
  if (signal < 0) return std::nullopt;
  return stop_signal_impl::asked_by(signal);
}

void when_stopped(std::function<void()> last_words) {
  hold_stop_signals();
  std::thread([last_words = std::move(last_words)] {
    const sigset_t signals = stop_signal_impl::stop_signals();
    const int signal = stop_signal_impl::wait_for(signals);
    last_words();
    std::signal(signal, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    raise(signal);
  }).detach();
}

}  // namespace foreshock::cli
