#include "enginesim/server.h"

#include "enginesim/answer_call.h"
#include "enginesim/api_pages.h"
#include "enginesim/device_page.h"
#include "enginesim/healthy_device.h"
#include "enginesim/metrics_page.h"
#include "net/http_server.h"

namespace foreshock::enginesim {
namespace server_impl {

struct Service {
  std::shared_ptr<LiveEngine> engine;
  net::Executor executor;
  const Clock& clock;
  double started;  // Unix seconds
  bool any_model;
};

VirtualGauges gauges_of(const Model& model) {
  const double busy = model.running() > 0 ? 1 : 0;
  VirtualGauges gauges;
  gauges.gpu_util = busy * busy_share;
  gauges.dram_active = busy * dram_share;
  gauges.gpu_memory = reserved_memory;
  gauges.cpu = idle_cpu;
  gauges.resident_bytes = process_bytes;
  gauges.handles = process_handles + static_cast<double>(model.running() + model.waiting());
  return gauges;
}

std::string metrics_of(const Service& service) {
  const Model& model = service.engine->model();
  return metrics_page(model) +
         device_page(gauges_of(model), {.started = service.started, .driver = usual_driver});
}

EnginePages pages_of(const Service& service) {
  const Model& model = service.engine->model();
  EnginePages pages;
  pages.model = model.spec().model;
  pages.version = model.spec().version;
  pages.longest_context = model.spec().longest_context();
  pages.started = static_cast<int64_t>(service.started);
  pages.healthy = service.engine->is_loaded();
  pages.metrics = [&service] { return metrics_of(service); };
  pages.forget_prefixes = [&service] { service.engine->forget_prefixes(); };
  return pages;
}

net::Awaitable<void> handle(std::shared_ptr<const Service> service, net::HttpRequest request,
                            net::Responder& responder) {
  if (request.path == "/dials") {
    net::HttpReply reply = error_reply(
        {404, "An engine that works token by token has no dials. Start replicas with --preset large.", "",
         "unknown_url"});
    co_await responder.reply(std::move(reply));
    co_return;
  }
  const auto endpoint = endpoint_of(request.method, request.path);
  if (!endpoint) {
    net::HttpReply reply = page_reply(request, pages_of(*service));
    co_await responder.reply(std::move(reply));
    co_return;
  }
  auto call = read_call(*endpoint, request.body,
                        ServedModel{service->engine->model().spec().model, service->any_model});
  if (!call) {
    net::HttpReply reply = error_reply(call.error());
    co_await responder.reply(std::move(reply));
    co_return;
  }
  co_await answer_call(service->engine, service->executor, std::move(*call), service->clock.now(), responder);
}

}  // namespace server_impl

struct SimulatedEngine::State {
  std::unique_ptr<net::HttpServer> server;
};

SimulatedEngine::SimulatedEngine(std::unique_ptr<State> state) : state_(std::move(state)) {}

SimulatedEngine::~SimulatedEngine() {
  stop();
}

Result<std::unique_ptr<SimulatedEngine>> SimulatedEngine::start(net::IoThread& io,
                                                                const net::Address& address,
                                                                const SimulatedEngineOptions& options,
                                                                const Clock& clock) {
  using server_impl::Service;
  const auto service = std::make_shared<const Service>(
      Service{std::make_shared<LiveEngine>(io.executor(), options, clock), io.executor(), clock,
              unix_seconds(clock.now()), options.any_model});
  auto handler = [service](net::HttpRequest request, net::Responder& responder) {
    return server_impl::handle(service, std::move(request), responder);
  };
  FORESHOCK_TRY(auto server, net::HttpServer::listen(io, address, std::move(handler)));
  return std::unique_ptr<SimulatedEngine>(
      new SimulatedEngine(std::make_unique<State>(State{std::move(server)})));
}

net::Address SimulatedEngine::address() const {
  return state_->server->address();
}

void SimulatedEngine::stop() {
  state_->server->stop();
}

}  // namespace foreshock::enginesim
