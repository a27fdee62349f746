#include "net/reactor.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include <fmt/format.h>
#include <sys/eventfd.h>

namespace foreshock::net {
namespace reactor_impl {

constexpr int tick_milliseconds = 50;

epoll_event event_of(Reactor::Source& source, Interest interest) {
  epoll_event event{};
  event.events = (interest.read ? EPOLLIN : 0u) | (interest.write ? EPOLLOUT : 0u) |
                 (interest.peer_close ? EPOLLRDHUP : 0u);
  event.data.ptr = &source;
  return event;
}

}  // namespace reactor_impl

Result<std::unique_ptr<Reactor>> Reactor::create(const Clock& clock) {
  FileDescriptor poll(epoll_create1(EPOLL_CLOEXEC));
  FileDescriptor wake(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!poll || !wake)
    return fail(Code::io, fmt::format("cannot make an event loop: {}", std::strerror(errno)));
  epoll_event event{};
  event.events = EPOLLIN;
  epoll_ctl(poll.get(), EPOLL_CTL_ADD, wake.get(), &event);
  return std::unique_ptr<Reactor>(new Reactor(clock, std::move(poll), std::move(wake)));
}

Reactor::Reactor(const Clock& clock, FileDescriptor poll, FileDescriptor wake)
    : clock_(clock), poll_(std::move(poll)), wake_(std::move(wake)), now_(clock.now()) {}

void Reactor::watch(int descriptor, Source& source, Interest interest) {
  epoll_event event = reactor_impl::event_of(source, interest);
  epoll_ctl(poll_.get(), EPOLL_CTL_ADD, descriptor, &event);
}

void Reactor::change(int descriptor, Source& source, Interest interest) {
  epoll_event event = reactor_impl::event_of(source, interest);
  epoll_ctl(poll_.get(), EPOLL_CTL_MOD, descriptor, &event);
}

void Reactor::forget(int descriptor, const Source& source) {
  epoll_ctl(poll_.get(), EPOLL_CTL_DEL, descriptor, nullptr);
  for (int i = 0; i < dispatching_; ++i)
    if (events_[static_cast<size_t>(i)].data.ptr == &source)
      events_[static_cast<size_t>(i)].data.ptr = nullptr;
  std::replace(ending_.begin(), ending_.end(), const_cast<Source*>(&source), static_cast<Source*>(nullptr));
}

void Reactor::post(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(task));
  }
  const uint64_t one = 1;
  [[maybe_unused]] const auto written = write(wake_.get(), &one, sizeof one);
}

void Reactor::stop() {
  post([this] { stopped_ = true; });
}

// Before anything is forgotten: then the wake alone has no source.
bool Reactor::woken() const {
  return std::any_of(events_.begin(), events_.begin() + dispatching_,
                     [](const epoll_event& event) { return event.data.ptr == nullptr; });
}

void Reactor::run_posted() {
  uint64_t count = 0;
  if (read(wake_.get(), &count, sizeof count) < 0) return;
  std::vector<std::function<void()>> tasks;
  {
    const std::lock_guard lock(mutex_);
    tasks.swap(posted_);
  }
  for (const auto& task : tasks) task();
}

void Reactor::dispatch() {
  for (int i = 0; i < dispatching_; ++i) {
    const epoll_event event = events_[static_cast<size_t>(i)];
    if (event.data.ptr == nullptr) continue;
    const bool broken = (event.events & (EPOLLERR | EPOLLHUP)) != 0;
    static_cast<Source*>(event.data.ptr)
        ->on_ready(Readiness{.readable = (event.events & EPOLLIN) != 0,
                             .writable = (event.events & EPOLLOUT) != 0,
                             .peer_closed = broken || (event.events & EPOLLRDHUP) != 0});
  }
  dispatching_ = 0;
}

void Reactor::tick() {
  const auto steady = std::chrono::steady_clock::now();
  if (steady < next_tick_ || !tick_) return;
  next_tick_ = steady + std::chrono::milliseconds(reactor_impl::tick_milliseconds);
  tick_(now_);
}

// One that ends may ask for another end.
void Reactor::end_turn() {
  for (size_t i = 0; i < ending_.size(); ++i)
    if (ending_[i] != nullptr) ending_[i]->on_turn_end();
  ending_.clear();
}

void Reactor::run() {
  while (!stopped_) {
    const int count = epoll_wait(poll_.get(), events_.data(), static_cast<int>(events_.size()),
                                 reactor_impl::tick_milliseconds);
    now_ = clock_.now();
    dispatching_ =
        std::max(count, 0);  // from here on, forget() also takes back what is already known to be ready
    if (woken()) run_posted();
    dispatch();
    tick();
    end_turn();
  }
}

}  // namespace foreshock::net
