#pragma once
// Who asks the console, and what they may: stands before every route (docs/threat-model.md).
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "console/attempt_limit.h"
#include "console/host_guard.h"
#include "console/sessions.h"
#include "core/ports.h"
#include "net/route.h"

namespace foreshock::console {

struct Visitor {
  std::string who;  // name of a token; empty: somebody at this machine, where there are no tokens
  Role role = Role::viewer;
  std::string change_token;  // of a session by cookie; empty: asks otherwise
};

// Without admin_tokens everybody at this machine is an operator and nobody else is let in. With them each
// request brings one, as a bearer or as the cookie of who signed in, from this machine too: a proxy may stand
// on it. For the server's thread.
class Gatekeeper : public std::enable_shared_from_this<Gatekeeper> {
 public:
  // AUDIT outlives it; nullptr: nothing is noted.
  static std::shared_ptr<Gatekeeper> make(const ConsoleOptions& options, const Clock& clock,
                                          AuditLog* audit = nullptr);

  // ROUTE for whoever knows the console by a right name: the code of the page, signing in.
  net::Route hosted(net::Route route);
  // Likewise, for a visitor; any method but GET for an operator, whose own page or program sent it.
  // The route is told who it is.
  net::Route protect(net::Route route);
  // GET and POST /api/v1/session, POST /api/v1/session/end; docs/api.md.
  std::vector<net::Route> sign_in_routes();

 private:
  Gatekeeper(const ConsoleOptions& options, const Clock& clock, AuditLog* audit);
  Result<Visitor> identify(const net::HttpRequest& request);
  Result<Visitor> visitor_of(std::string_view token, const net::HttpRequest& request);
  Result<net::HttpReply> answer_protected(const net::Route& route, net::HttpRequest request);
  Result<net::HttpReply> tell_session(const net::HttpRequest& request);
  Result<net::HttpReply> sign_in(const net::HttpRequest& request);
  Result<net::HttpReply> sign_out(const net::HttpRequest& request);
  std::string cookie_of(const net::HttpRequest& request) const;
  void note(std::string_view what, std::string_view who, const net::HttpRequest& request);

  const Clock& clock_;
  AuditLog* const audit_;
  const HostGuard hosts_;
  const std::string cookie_name_;
  std::map<std::string, AdminToken, std::less<>> tokens_;  // by hash
  Sessions sessions_;
  AttemptLimit attempts_;
};

}  // namespace foreshock::console
