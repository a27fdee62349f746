#include "enginesim/served_replica.h"

#include "enginesim/api_pages.h"
#include "enginesim/served_service.h"

namespace foreshock::enginesim {
namespace served_replica_impl {

net::Awaitable<void> handle(std::shared_ptr<ServedService> service, net::HttpRequest request,
                            net::Responder& responder) {
  if (request.path == "/dials" && service->options.dials_page) {
    net::HttpReply reply = service->options.dials_page(request);
    co_await reply_from(*service, std::move(reply), responder);
    co_return;
  }
  const double now = service->live->catch_up();
  if (service->live->model().down(now)) {
    co_await responder.reset();
    co_return;
  }
  const auto endpoint = endpoint_of(request.method, request.path);
  if (!endpoint) {
    co_await answer_page(service, std::move(request), responder);
    co_return;
  }
  auto call =
      read_call(*endpoint, request.body, ServedModel{service->options.model, service->options.any_model});
  if (!call) {
    net::HttpReply reply = error_reply(call.error());
    co_await reply_from(*service, std::move(reply), responder);
    co_return;
  }
  co_await answer_as_planned(service, std::move(request), std::move(*call), responder);
}

}  // namespace served_replica_impl

struct ServedReplica::State {
  std::shared_ptr<ServedService> service;
  std::unique_ptr<net::HttpServer> server;
};

ServedReplica::ServedReplica(std::unique_ptr<State> state) : state_(std::move(state)) {}

ServedReplica::~ServedReplica() {
  stop();
}

Result<std::unique_ptr<ServedReplica>> ServedReplica::start(net::IoThread& io, const net::Address& address,
                                                            const ServedReplicaOptions& options,
                                                            AnswerPlanner& planner, const Clock& clock) {
  auto service = std::make_shared<ServedService>(io.executor(), options, planner, clock);
  auto handler = [service](net::HttpRequest request, net::Responder& responder) {
    return served_replica_impl::handle(service, std::move(request), responder);
  };
  auto refuses = [service] { return service->live->model().down(service->live->catch_up()); };
  FORESHOCK_TRY(auto server,
                net::HttpServer::listen(io, address, std::move(handler), {}, std::move(refuses)));
  return std::unique_ptr<ServedReplica>(
      new ServedReplica(std::make_unique<State>(State{std::move(service), std::move(server)})));
}

net::Address ServedReplica::address() const {
  return state_->server->address();
}

void ServedReplica::change(
    const std::function<void(VirtualReplica&, double now, std::vector<VirtualOutcome>&)>& change) {
  state_->service->live->change(change);
}

void ServedReplica::set_version(std::string version) {
  state_->service->options.version = std::move(version);
}

void ServedReplica::set_driver(std::string driver) {
  state_->service->options.driver = std::move(driver);
}

const VirtualReplica& ServedReplica::replica() const {
  return state_->service->live->model();
}

void ServedReplica::stop() {
  state_->server->stop();
}

}  // namespace foreshock::enginesim
