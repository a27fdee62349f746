#include "gateway/worker.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fmt/format.h>

#include "core/log.h"
#include "core/thread_name.h"
#include "gateway/http1_connection.h"
#include "net/tcp.h"

namespace foreshock::gateway {

Result<std::unique_ptr<Worker>> Worker::start(House& house, WorkerOutlet& outlet,
                                              std::vector<FileDescriptor> listeners, size_t index) {
  FORESHOCK_TRY(auto reactor, net::Reactor::create(house.clock));
  std::unique_ptr<Worker> worker(new Worker(house, outlet, std::move(listeners), std::move(reactor), index));
  worker->thread_ = std::thread([&it = *worker, index] {
    name_this_thread(fmt::format("forward-{}", index).c_str());
    it.reactor_->run();
  });
  return worker;
}

Worker::Worker(House& house, WorkerOutlet& outlet, std::vector<FileDescriptor> listeners,
               std::unique_ptr<net::Reactor> reactor, size_t index)
    : house_(house),
      outlet_(outlet),
      listeners_(std::move(listeners)),
      reactor_(std::move(reactor)),
      pool_(house.options.timeouts.pool),
      seed_(house.ports.secret.first + index) {
  if (house.ports.dials != nullptr) dials_.emplace(*house.ports.dials);
  if (index == 0) watch_.emplace(*reactor_, house.backends, buffer(), house.options, seed_, dials());
  for (const FileDescriptor& listener : listeners_) reactor_->watch(listener.get(), *this, net::Interest{});
  reactor_->on_tick([this](Instant now) { on_tick(now); });
}

Worker::~Worker() {
  stop();
}

void Worker::stop() {
  if (!thread_.joinable()) return;
  reactor_->stop();
  thread_.join();
  for (const auto& client : clients_) client->close();
}

void Worker::begin_drain(bool idle_stays) {
  reactor_->post([this, idle_stays] {
    draining_ = true;
    for (const FileDescriptor& listener : listeners_) reactor_->forget(listener.get(), *this);
    listeners_.clear();
    for (size_t i = clients_.size(); i-- > 0;) clients_[i]->on_drain(idle_stays);
  });
}

void Worker::cut_short() {
  reactor_->post([this] {
    for (size_t i = clients_.size(); i-- > 0;) clients_[i]->on_stop();
  });
}

void Worker::on_ready(net::Readiness) {
  for (const FileDescriptor& listener : listeners_) accept_all(listener);
}

void Worker::accept_all(const FileDescriptor& listener) {
  while (FileDescriptor accepted = net::accept_from(listener)) {
    net::Transport transport(std::move(accepted));
    if (house_.tls) transport.accept_tls(house_.tls);
    clients_.push_back(std::make_unique<Http1Connection>(*this, std::move(transport)));
  }
  if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) rest_from_accepting();
}

// Without a free descriptor the waiting connection stays ready: looking at it again and again would take the
// whole core.
void Worker::rest_from_accepting() {
  if (!std::exchange(short_of_descriptors_, true))
    log::warn("gateway", "connections wait: no descriptor is free; raise the limit (ulimit -n)");
  for (const FileDescriptor& listener : listeners_)
    reactor_->change(listener.get(), *this, net::Interest{.read = false});
  resting_ = true;
}

void Worker::on_tick(Instant now) {
  graves_.clear();
  pool_.prune(now);
  if (watch_) watch_->on_tick(now);
  if (watch_ && !house_.line.is_empty()) house_.line.serve();  // a backend may be well again
  for (size_t i = clients_.size(); i-- > 0;) clients_[i]->on_tick(now);
  deserted_.store(draining_ && clients_.empty(), std::memory_order_relaxed);
  if (!resting_)
    short_of_descriptors_ = false;
  else
    for (const FileDescriptor& listener : listeners_)
      reactor_->change(listener.get(), *this, net::Interest{});
  resting_ = false;
}

void Worker::replace(ClientConnection& old, std::unique_ptr<ClientConnection> successor) {
  clients_.push_back(std::move(successor));
  bury(old);
}

void Worker::bury(ClientConnection& connection) {
  const auto found = std::find_if(clients_.begin(), clients_.end(),
                                  [&](const auto& client) { return client.get() == &connection; });
  graves_.push_back(std::move(*found));
  *found = std::move(clients_.back());
  clients_.pop_back();
}

}  // namespace foreshock::gateway
