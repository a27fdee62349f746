#include "console/sessions.h"

#include <algorithm>

#include "wire/key_hash.h"

namespace foreshock::console {

Result<std::string> Sessions::open(std::string who, Role role, Instant now) {
  make_room(now);
  FORESHOCK_TRY(std::string secret, wire::make_key(""));
  FORESHOCK_TRY(std::string change_token, wire::make_key(""));
  sessions_[wire::hash_of_key(secret)] = {std::move(who), role, std::move(change_token), now + lasts_};
  return secret;
}

const Session* Sessions::find(std::string_view secret, Instant now) const {
  const auto found = sessions_.find(wire::hash_of_key(secret));
  return found == sessions_.end() || found->second.until <= now ? nullptr : &found->second;
}

std::optional<Session> Sessions::close(std::string_view secret) {
  const auto found = sessions_.find(wire::hash_of_key(secret));
  if (found == sessions_.end()) return std::nullopt;
  Session session = std::move(found->second);
  sessions_.erase(found);
  return session;
}

void Sessions::make_room(Instant now) {
  std::erase_if(sessions_, [now](const auto& entry) { return entry.second.until <= now; });
  if (sessions_.size() < most) return;
  sessions_.erase(std::min_element(
      sessions_.begin(), sessions_.end(),
      [](const auto& one, const auto& other) { return one.second.until < other.second.until; }));
}

}  // namespace foreshock::console
