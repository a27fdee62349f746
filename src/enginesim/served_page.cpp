#include "enginesim/api_pages.h"
#include "enginesim/device_page.h"
#include "enginesim/served_service.h"

namespace foreshock::enginesim {
namespace served_page_impl {

using net::Awaitable;

constexpr std::chrono::milliseconds look_again{5};

EnginePages pages_of(ServedService& service) {
  EnginePages pages;
  pages.model = service.options.model;
  pages.version = service.options.version;
  pages.longest_context = service.options.spec.context;
  pages.started = service.started;
  pages.metrics = [&service] {
    std::string page = metrics_page(service.live->metrics(service.options.model));
    const VirtualReplica& model = service.live->model();
    DevicePlace place;
    place.started = unix_seconds(service.clock.now()) - model.uptime(service.live->catch_up());
    if (service.planner.value(Dial::gpu_vanish) <= 0) place.driver = service.options.driver;
    return page + device_page(model.gauges(), place);
  };
  return pages;
}

// Whether the connection is closed instead of an answer after this.
Awaitable<bool> delay_metrics(const ServedService& service) {
  if (service.planner.value(Dial::metrics_vanish) > 0) co_return true;
  co_await net::sleep_for(from_seconds(service.planner.value(Dial::scrape_delay)));
  co_return service.planner.value(Dial::metrics_vanish) > 0;
}

// Nothing while a long prompt is read.
Awaitable<void> wait_for_health(ServedService& service, const net::Responder& responder) {
  service.live->catch_up();
  while (service.live->model().stalled() && !responder.client_gone()) {
    co_await net::sleep_for(look_again);
    service.live->catch_up();
  }
}

}  // namespace served_page_impl

net::Awaitable<void> reply_from(const ServedService& service, net::HttpReply reply,
                                net::Responder& responder) {
  if (!service.options.name.empty()) reply.headers.emplace_back(replica_header, service.options.name);
  co_await responder.reply(std::move(reply));
}

net::Awaitable<void> answer_page(std::shared_ptr<ServedService> service, net::HttpRequest request,
                                 net::Responder& responder) {
  using namespace served_page_impl;
  bool closed = service->happens(Dial::connect_fail);
  if (request.path == "/metrics") {
    const bool vanished = co_await delay_metrics(*service);
    closed = closed || vanished;
  } else {
    co_await net::sleep_for(from_seconds(service->planner.value(Dial::control_latency) / 1000));
  }
  if (request.path == "/health") co_await wait_for_health(*service, responder);
  const double now = service->live->catch_up();
  if (closed || service->live->model().down(now)) {
    co_await responder.reset();
    co_return;
  }
  EnginePages pages = pages_of(*service);
  if (request.path == "/health") pages.healthy = !service->happens(Dial::health_fail);
  net::HttpReply reply = page_reply(request, pages);
  co_await reply_from(*service, std::move(reply), responder);
}

}  // namespace foreshock::enginesim
