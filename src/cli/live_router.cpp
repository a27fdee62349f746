#include "cli/live_router.h"

#include <unordered_map>

namespace foreshock::cli {

struct LiveRouter::Service {
  Service(net::IoThread& io, const Clock& clock, std::vector<std::string> its_urls,
          scenario::Fleet& its_fleet, const LiveAttempts& its_attempts, std::function<double()> its_now)
      : http(io.executor(), clock),
        urls(std::move(its_urls)),
        fleet(its_fleet),
        attempts(its_attempts),
        now(std::move(its_now)) {}

  // A stranger's request, such as a health check, goes to the first replica.
  size_t replica_for(const net::HttpRequest& request) {
    const auto id = story_request_of(request);
    const auto found = id ? attempts.find(*id) : attempts.end();
    if (found == attempts.end()) return 0;
    const scenario::RequestFacts& facts = found->second.asked.facts;
    const auto [session, is_new] = sessions.try_emplace(facts.session, -1);
    const size_t chosen = fleet.route(facts, session->second, now()).replica;
    session->second = static_cast<int64_t>(chosen);
    return chosen;
  }

  net::HttpClient http;
  const std::vector<std::string> urls;
  scenario::Fleet& fleet;
  const LiveAttempts& attempts;
  const std::function<double()> now;
  std::unordered_map<uint64_t, int64_t> sessions;  // where their context lies
};

namespace live_router_impl {

// The user's own patience is the only limit.
constexpr net::ClientTimeouts patient{
    .connect = std::chrono::seconds(5), .first_byte = std::chrono::hours(24), .idle = std::chrono::hours(24)};

net::ClientRequest forwarded(const net::HttpRequest& request, const std::string& url) {
  net::ClientRequest onward(request.method, url + request.path, request.body);
  for (const std::string_view name : {std::string_view("content-type"), story_request_header})
    if (const auto value = request.headers.find(name)) onward.headers.add(name, *value);
  onward.timeouts = patient;
  return onward;
}

net::Awaitable<void> relay(net::ClientResponse response, net::Responder& responder) {
  wire::Headers headers;
  if (const auto name = response.head().headers.find("x-foreshock-replica"))
    headers.add("x-foreshock-replica", *name);
  const auto type = response.head().headers.find("content-type");
  std::string content_type(type.value_or("application/json"));
  auto sent =
      co_await responder.begin_stream(response.head().status, std::move(content_type), std::move(headers));
  while (sent) {
    auto piece = co_await response.read_some();
    if (!piece) break;
    if (piece->empty()) {
      co_await responder.finish();
      co_return;
    }
    sent = co_await responder.write(*std::move(piece));
  }
  co_await responder.abort();
}

// Counts an attempt as long as it lives.
class UnderWay {
 public:
  UnderWay(scenario::Fleet& fleet, size_t replica) : fleet_(fleet), replica_(replica) { fleet.sent(replica); }
  ~UnderWay() { fleet_.done(replica_); }
  UnderWay(const UnderWay&) = delete;

 private:
  scenario::Fleet& fleet_;
  const size_t replica_;
};

net::Awaitable<void> handle(net::HttpClient& http, scenario::Fleet& fleet, size_t replica, std::string url,
                            net::HttpRequest request, net::Responder& responder) {
  const UnderWay under_way(fleet, replica);
  net::ClientRequest onward = forwarded(request, url);
  auto response = co_await http.send(std::move(onward));
  if (!response) {
    co_await responder.abort();
    co_return;
  }
  co_await relay(*std::move(response), responder);
}

}  // namespace live_router_impl

Result<std::unique_ptr<LiveRouter>> LiveRouter::start(net::IoThread& io, const Clock& clock,
                                                      std::vector<std::string> urls, scenario::Fleet& fleet,
                                                      const LiveAttempts& attempts,
                                                      std::function<double()> now) {
  const auto service = std::make_shared<Service>(io, clock, std::move(urls), fleet, attempts, std::move(now));
  auto handler = [service](net::HttpRequest request, net::Responder& responder) {
    const size_t replica = service->replica_for(request);
    return live_router_impl::handle(service->http, service->fleet, replica, service->urls[replica],
                                    std::move(request), responder);
  };
  FORESHOCK_TRY(auto server, net::HttpServer::listen(io, net::Address{"127.0.0.1", 0}, std::move(handler)));
  return std::unique_ptr<LiveRouter>(new LiveRouter(std::move(server)));
}

}  // namespace foreshock::cli
