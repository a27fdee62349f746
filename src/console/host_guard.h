#pragma once
// Under which names the console may be asked. A page whose name was made to point to this machine (DNS
// rebinding) is of the same origin as the console for its browser: only the Host field tells.
#include <string>
#include <string_view>
#include <vector>

#include "console/access_options.h"
#include "net/route.h"

namespace foreshock::console {

// localhost, 127.0.0.0/8, ::1.
bool is_loopback_host(std::string_view host);

class HostGuard {
 public:
  explicit HostGuard(const ConsoleOptions& options);
  // Loopback names and addresses, what the console listens on (where that is every address: any address,
  // which no name can be made to be), and the configured names. Errors: forbidden, with what to configure;
  // bad_request for a Host field that is none.
  Result<void> check(const net::HttpRequest& request) const;

 private:
  bool admits(std::string_view host) const;
  bool every_address_ = false;
  std::vector<std::string> names_;
};

// The page that sent it is the console's own: by Origin, else by Sec-Fetch-Site; what no browser sent has
// neither. Errors: forbidden.
Result<void> check_origin(const net::HttpRequest& request);

}  // namespace foreshock::console
