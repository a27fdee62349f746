#include "console/gatekeeper.h"

#include <array>

#include <fmt/format.h>

#include "console/audit_note.h"
#include "console/change_guard.h"
#include "console/json_values.h"
#include "console/replies.h"
#include "net/address.h"
#include "wire/json_body.h"
#include "wire/key_hash.h"
#include "wire/text.h"

namespace foreshock::console {
namespace gatekeeper_impl {

constexpr size_t longest_token = 512;
constexpr std::string_view how_to_sign_in =
    "Sign in at the page, or send 'Authorization: Bearer TOKEN' with one of console.admin_tokens.";

// Cookies tell hosts apart, not ports: two consoles on one machine have two names.
std::string cookie_name(const ConsoleOptions& options) {
  return fmt::format("foreshock_{}", net::parse_address(options.listen).value_or(net::Address{}).port);
}

std::string bearer_of(const net::HttpRequest& request) {
  constexpr std::string_view scheme = "bearer ";
  const std::string_view value = request.headers.find("authorization").value_or("");
  if (value.size() <= scheme.size() || !wire::equals_ignoring_case(value.substr(0, scheme.size()), scheme))
    return "";
  return std::string(wire::trimmed(value.substr(scheme.size())));
}

// A browser that came by https says so in Origin: then the cookie never goes another way.
std::string set_cookie(std::string_view name, std::string_view secret, Duration lasts,
                       const net::HttpRequest& request) {
  const bool over_tls = request.headers.find("origin").value_or("").starts_with("https://");
  return fmt::format("{}={}; Path=/; Max-Age={}; HttpOnly; SameSite=Strict{}", name, secret,
                     static_cast<int64_t>(seconds(lasts)), over_tls ? "; Secure" : "");
}

net::HttpReply session_reply(const Visitor& visitor, bool signs_in) {
  net::HttpReply reply;
  reply.body = to_text(Json{{"who", or_null(visitor.who)},
                            {"role", name_of(visitor.role)},
                            {"change_token", or_null(visitor.change_token)},
                            {"signs_in", signs_in}});
  return not_cached(std::move(reply));
}

}  // namespace gatekeeper_impl

std::shared_ptr<Gatekeeper> Gatekeeper::make(const ConsoleOptions& options, const Clock& clock,
                                             AuditLog* audit) {
  return std::shared_ptr<Gatekeeper>(new Gatekeeper(options, clock, audit));
}

Gatekeeper::Gatekeeper(const ConsoleOptions& options, const Clock& clock, AuditLog* audit)
    : clock_(clock),
      audit_(audit),
      hosts_(options),
      cookie_name_(gatekeeper_impl::cookie_name(options)),
      sessions_(options.session) {
  for (const AdminToken& token : options.admin_tokens) tokens_.emplace(token.hash, token);
}

net::Route Gatekeeper::hosted(net::Route route) {
  route.answer = [gate = shared_from_this(),
                  answer = std::move(route.answer)](const net::HttpRequest& request) {
    const auto known = gate->hosts_.check(request);
    return known ? answer(request) : refusal(known.error());
  };
  return route;
}

net::Route Gatekeeper::protect(net::Route route) {
  net::Route outside{route.method, route.path, {}};
  outside.answer = [gate = shared_from_this(), inside = std::move(route)](const net::HttpRequest& request) {
    auto reply = gate->answer_protected(inside, request);
    return reply ? *std::move(reply) : refusal(reply.error());
  };
  return hosted(std::move(outside));
}

Result<net::HttpReply> Gatekeeper::answer_protected(const net::Route& route, net::HttpRequest request) {
  FORESHOCK_TRY(Visitor visitor, identify(request));
  if (route.method != "GET") FORESHOCK_CHECK(may_change(request, visitor));
  request.who = std::move(visitor.who);
  return route.answer(request);
}

Result<Visitor> Gatekeeper::identify(const net::HttpRequest& request) {
  if (tokens_.empty()) {
    if (request.from_this_machine) return Visitor{"", Role::operator_, ""};
    return fail(Code::forbidden, "the console answers this machine only",
                "Configure console.admin_tokens to let others in.");
  }
  if (const std::string token = gatekeeper_impl::bearer_of(request); !token.empty())
    return visitor_of(token, request);
  if (const Session* session = sessions_.find(cookie_of(request), clock_.now()))
    return Visitor{session->who, session->role, session->change_token};
  return fail(Code::unauthorized, "nobody is signed in", std::string(gatekeeper_impl::how_to_sign_in));
}

Result<Visitor> Gatekeeper::visitor_of(std::string_view token, const net::HttpRequest& request) {
  const Instant now = clock_.now();
  if (const Duration wait = attempts_.wait(request.peer, now); wait > Duration::zero())
    return fail(Code::over_limit, "too many wrong tokens came from this address",
                fmt::format("Try again in {} s.", static_cast<int64_t>(seconds(wait)) + 1));
  const auto found = tokens_.find(wire::hash_of_key(token));
  if (found != tokens_.end()) return Visitor{found->second.name, found->second.role, ""};
  attempts_.failed(request.peer, now);
  note("sign_in_refused", "", request);
  return fail(Code::unauthorized, "the token is not known",
              "Use one whose hash stands in console.admin_tokens.");
}

std::string Gatekeeper::cookie_of(const net::HttpRequest& request) const {
  for (const auto& [name, value] : request.headers) {
    if (!wire::equals_ignoring_case(name, "cookie")) continue;
    for (const std::string_view part : wire::split(value, ';')) {
      const std::string_view cookie = wire::trimmed(part);
      if (cookie.starts_with(cookie_name_) && cookie.substr(cookie_name_.size()).starts_with('='))
        return std::string(cookie.substr(cookie_name_.size() + 1));
    }
  }
  return "";
}

std::vector<net::Route> Gatekeeper::sign_in_routes() {
  const auto route = [this](std::string_view method, std::string_view path,
                            Result<net::HttpReply> (Gatekeeper::*answer)(const net::HttpRequest&)) {
    return hosted({std::string(method), std::string(path), [this, answer](const net::HttpRequest& request) {
                     auto reply = (this->*answer)(request);
                     return reply ? *std::move(reply) : refusal(reply.error());
                   }});
  };
  return {route("GET", "/api/v1/session", &Gatekeeper::tell_session),
          route("POST", "/api/v1/session", &Gatekeeper::sign_in),
          route("POST", "/api/v1/session/end", &Gatekeeper::sign_out)};
}

// Nobody is an answer here, and no error: the page asks before anybody can be signed in.
Result<net::HttpReply> Gatekeeper::tell_session(const net::HttpRequest& request) {
  const auto visitor = identify(request);
  if (visitor) return gatekeeper_impl::session_reply(*visitor, !tokens_.empty());
  if (visitor.error().code() != Code::unauthorized) return fail(visitor.error());
  net::HttpReply nobody;
  nobody.body = R"({"who":null,"role":null,"change_token":null,"signs_in":true})";
  return not_cached(std::move(nobody));
}

Result<net::HttpReply> Gatekeeper::sign_in(const net::HttpRequest& request) {
  constexpr std::array<std::string_view, 1> keys = {"token"};
  FORESHOCK_CHECK(is_own_json(request));
  if (tokens_.empty())
    return fail(Code::not_found, "nobody signs in here", "There are no console.admin_tokens.");
  FORESHOCK_TRY(const auto body, wire::read_json_body(request.body, keys));
  FORESHOCK_TRY(const auto token, wire::text_member(body, "token", gatekeeper_impl::longest_token));
  FORESHOCK_TRY(Visitor visitor, visitor_of(wire::trimmed(token.value_or("")), request));
  FORESHOCK_TRY(const std::string secret, sessions_.open(visitor.who, visitor.role, clock_.now()));
  visitor.change_token = sessions_.find(secret, clock_.now())->change_token;
  note("sign_in", visitor.who, request);
  net::HttpReply reply = gatekeeper_impl::session_reply(visitor, true);
  reply.headers.emplace_back("Set-Cookie",
                             gatekeeper_impl::set_cookie(cookie_name_, secret, sessions_.lasts(), request));
  return reply;
}

Result<net::HttpReply> Gatekeeper::sign_out(const net::HttpRequest& request) {
  FORESHOCK_CHECK(is_own_json(request));
  if (const auto session = sessions_.close(cookie_of(request))) note("sign_out", session->who, request);
  net::HttpReply reply;
  reply.body = "{}";
  reply.headers.emplace_back("Set-Cookie", gatekeeper_impl::set_cookie(cookie_name_, "", {}, request));
  return not_cached(std::move(reply));
}

void Gatekeeper::note(std::string_view what, std::string_view who, const net::HttpRequest& request) {
  if (audit_ != nullptr) audit_->append(audit_note(clock_.now(), what, who, request.peer));
}

}  // namespace foreshock::console
