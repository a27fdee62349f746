#pragma once
// The one address of a service that routes inside: it hands each request to a replica and names it.
#include <memory>

#include "cli/live_planner.h"
#include "net/http_client.h"
#include "net/http_server.h"

namespace foreshock::cli {

class LiveRouter {
 public:
  // URLS of the replicas, http://host:port. All outlive it. Errors: io.
  static Result<std::unique_ptr<LiveRouter>> start(net::IoThread& io, const Clock& clock,
                                                   std::vector<std::string> urls, scenario::Fleet& fleet,
                                                   const LiveAttempts& attempts, std::function<double()> now);

  net::Address address() const { return server_->address(); }

 private:
  struct Service;
  explicit LiveRouter(std::unique_ptr<net::HttpServer> server) : server_(std::move(server)) {}
  std::unique_ptr<net::HttpServer> server_;
};

}  // namespace foreshock::cli
