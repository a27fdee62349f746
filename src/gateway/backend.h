#pragma once
// One backend as all workers share it.
#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "gateway/options.h"
#include "net/tcp.h"
#include "wire/url.h"

namespace foreshock::gateway {

struct Backend {
  std::string name;
  std::string kind;
  std::string api_key;
  wire::Url url;
  std::vector<net::SocketAddress> addresses;
  std::atomic<int64_t> in_flight{0};
  std::atomic<bool> reachable{true};  // as the last attempt to connect found
};
using Backends = std::vector<std::unique_ptr<Backend>>;

// Resolves the host: blocks, at start-up. Errors: bad_config, backend_unreachable, naming the backend.
Result<std::unique_ptr<Backend>> make_backend(const BackendOptions& options);

// The reachable backend with the fewest requests in flight, from START on round; those in TRIED are left out.
// When none is reachable all count as reachable: a wrong guess must not become an outage. nullptr when all
// were tried.
Backend* choose_backend(const Backends& backends, std::span<Backend* const> tried, size_t start);

}  // namespace foreshock::gateway
