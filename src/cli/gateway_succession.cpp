#include "cli/gateway_succession.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace foreshock::cli {
namespace gateway_succession_impl {

constexpr auto look_again = std::chrono::seconds(1);

}  // namespace gateway_succession_impl

GatewaySuccession::GatewaySuccession(std::unique_ptr<gateway::Gateway> first)
    : now_(std::move(first)), undertaker_([this](const std::stop_token& stop) { bury_deserted(stop); }) {}

GatewaySuccession::~GatewaySuccession() {
  undertaker_.request_stop();
  undertaker_.join();
}

Result<void> GatewaySuccession::succeed(gateway::GatewayOptions options) {
  const std::lock_guard lock(mutex_);
  FORESHOCK_TRY(auto successor, now_->succeed(std::move(options)));
  before_.push_back(std::exchange(now_, std::move(successor)));
  ++count_;
  changed_.notify_all();
  return {};
}

std::shared_ptr<const gateway::Gateway> GatewaySuccession::now() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

std::vector<GatewaySuccession::Shared> GatewaySuccession::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<Shared> all = before_;
  all.push_back(now_);
  return all;
}

int64_t GatewaySuccession::in_flight() const {
  const auto gateways = all();
  return std::transform_reduce(gateways.begin(), gateways.end(), int64_t{0}, std::plus<>(),
                               [](const Shared& one) { return one->count(); });
}

int64_t GatewaySuccession::dropped_observations() const {
  const auto gateways = all();
  const std::lock_guard lock(mutex_);
  return std::transform_reduce(gateways.begin(), gateways.end(), dropped_before_, std::plus<>(),
                               [](const Shared& one) { return one->dropped_observations(); });
}

int64_t GatewaySuccession::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

void GatewaySuccession::take_socket_file() {
  const std::lock_guard lock(mutex_);
  now_->take_socket_file();
}

void GatewaySuccession::retire() {
  for (const Shared& one : all()) one->retire();
}

bool GatewaySuccession::deserted() const {
  const auto gateways = all();
  return std::all_of(gateways.begin(), gateways.end(), [](const Shared& one) { return one->deserted(); });
}

void GatewaySuccession::drain() {
  draining_.store(true, std::memory_order_relaxed);
  for (const Shared& one : all()) one->drain();
}

// Destroying one waits for its threads: not while others wait for the lock.
void GatewaySuccession::bury_deserted(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::vector<Shared> deserted;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, stop, [this] { return !before_.empty(); });
      (void)changed_.wait_for(lock, stop, gateway_succession_impl::look_again, [] { return false; });
      const auto left =
          std::partition(before_.begin(), before_.end(), [](const Shared& one) { return !one->deserted(); });
      for (auto one = left; one != before_.end(); ++one) dropped_before_ += (*one)->dropped_observations();
      std::move(left, before_.end(), std::back_inserter(deserted));
      before_.erase(left, before_.end());
    }
  }
}

}  // namespace foreshock::cli
