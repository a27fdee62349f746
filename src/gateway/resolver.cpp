#include "gateway/resolver.h"

#include <algorithm>

#include "core/thread_name.h"

namespace foreshock::gateway {
namespace resolver_impl {

constexpr auto shortest_rest = std::chrono::seconds(1);

bool has_name(const Backend& backend) {
  return backend.url.socket.empty() && !net::is_numeric(backend.url.host);
}

}  // namespace resolver_impl

Resolver::Resolver(const Backends& backends, Duration every, LookUp look_up)
    : backends_(backends), every_(every), look_up_(std::move(look_up)) {
  const auto named = [](const auto& backend) { return resolver_impl::has_name(*backend); };
  if (std::any_of(backends_.begin(), backends_.end(), named)) thread_ = std::thread([this] { run(); });
}

Resolver::~Resolver() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Resolver::hurry() {
  {
    const std::lock_guard lock(mutex_);
    hurried_ = true;
  }
  wake_.notify_all();
}

void Resolver::run() {
  name_this_thread("resolve");
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    wake_.wait_for(lock, every_, [this] { return stopped_ || hurried_; });
    hurried_ = false;
    if (stopped_) return;
    lock.unlock();
    look_up_all();
    lock.lock();
    wake_.wait_for(lock, resolver_impl::shortest_rest, [this] { return stopped_; });
  }
}

void Resolver::look_up_all() {
  for (const auto& backend : backends_) {
    if (!resolver_impl::has_name(*backend)) continue;
    if (auto found = look_up_({backend->url.host, backend->url.port}))
      backend->addresses = std::make_shared<const std::vector<net::SocketAddress>>(*std::move(found));
  }
}

}  // namespace foreshock::gateway
