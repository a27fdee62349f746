#pragma once
// Who is signed in by a cookie. In memory alone, and of each secret only its hash: a new process knows
// nobody.
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "console/access_options.h"
#include "core/instant.h"

namespace foreshock::console {

struct Session {
  std::string who;
  Role role = Role::viewer;
  std::string change_token;  // that a change must bring besides the cookie
  Instant until;
};

// For one thread.
class Sessions {
 public:
  static constexpr size_t most = 1000;  // beyond it the one that ends first is closed

  explicit Sessions(Duration lasts) : lasts_(lasts) {}

  // The secret for the cookie. Errors: io, without random bytes.
  Result<std::string> open(std::string who, Role role, Instant now);
  const Session* find(std::string_view secret, Instant now) const;
  // Who it was, where it was one.
  std::optional<Session> close(std::string_view secret);
  Duration lasts() const { return lasts_; }

 private:
  void make_room(Instant now);
  const Duration lasts_;
  std::map<std::string, Session, std::less<>> sessions_;  // by hash
};

}  // namespace foreshock::console
