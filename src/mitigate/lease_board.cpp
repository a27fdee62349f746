#include "mitigate/lease_board.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/catalog.h"
#include "core/option.h"

namespace foreshock::mitigate {
namespace lease_board_impl {

constexpr size_t most_leases = 256;
constexpr size_t longest_name = 200;  // of a scope's value

Result<const DialSpec*> find_dial(std::string_view name) {
  if (const DialSpec* spec = find_by_name(dials(), name)) return spec;
  std::vector<std::string_view> names;
  for (const DialSpec& spec : dials()) names.push_back(spec.name);
  return fail(Code::bad_request, fmt::format("unknown dial '{}'.{}", name, did_you_mean(name, names)),
              fmt::format("One of: {}.", fmt::join(names, ", ")));
}

Result<void> check_value(const DialSpec& spec, const std::optional<double>& value) {
  if (!value) return {};
  const bool fits = *value >= spec.min && *value <= spec.max && (!spec.whole || std::floor(*value) == *value);
  if (fits) return {};
  return fail(Code::bad_request,
              fmt::format("{} must be {} from {} to {} {}, found {}", spec.name,
                          spec.whole ? "a whole number" : "a number", spec.min, spec.max, spec.unit, *value),
              "Give a value in the range.");
}

Result<void> check_scope(const DialSpec& spec, const Stratum& scope) {
  if (spec.of_replicas && scope.dimension != "replica")
    return fail(Code::bad_request, fmt::format("{} is set for one replica", spec.name),
                "Name it, as --replica a.");
  const auto known = std::find(scope_dimensions.begin(), scope_dimensions.end(), scope.dimension);
  if (known == scope_dimensions.end())
    return fail(Code::bad_request,
                fmt::format("a dial cannot be set for one {}.{}", scope.dimension,
                            did_you_mean(scope.dimension, scope_dimensions)),
                "A scope is a replica, a class or a model; without one it is everywhere.");
  if (scope.value.empty() != scope.dimension.empty() || scope.value.size() > longest_name)
    return fail(
        Code::bad_request,
        fmt::format("a scope needs the name of a {} of at most {} bytes",
                    scope.dimension.empty() ? "replica, class or model" : scope.dimension, longest_name),
        "Give the dimension and the name, or neither.");
  return {};
}

Result<void> check_lease(Instant until, Instant now) {
  if (until > now && until - now <= longest_lease) return {};
  return fail(Code::bad_request,
              fmt::format("the lease must last at most {}, found {}", print_value(longest_lease),
                          print_value(until - now)),
              "Give a time such as 15m; set the dial again to go on.");
}

Instant whole_second(Instant at) {
  return Instant{std::chrono::ceil<std::chrono::seconds>(at.time_since_epoch())};
}

Error stopped() {
  return Error(Code::forbidden, "automatic settings are stopped",
               "A person may still set dials; 'foreshock dial release' lets policies act again.");
}

}  // namespace lease_board_impl

Result<DialSetting> LeaseBoard::set(DialSetting setting, const Warrant& warrant, Instant now) {
  using namespace lease_board_impl;
  FORESHOCK_TRY(const DialSpec* spec, find_dial(setting.dial));
  FORESHOCK_CHECK(check_value(*spec, setting.value));
  FORESHOCK_CHECK(check_scope(*spec, setting.scope));
  FORESHOCK_CHECK(check_lease(setting.until, now));
  setting.until = whole_second(setting.until);
  const std::lock_guard lock(mutex_);
  expire(now);
  if (warrant.automatic && stopped_) return fail(lease_board_impl::stopped());
  const auto old = find(setting.dial, setting.scope);
  const bool held = old != leases_.end();
  if (warrant.automatic && held && !old->warrant.automatic)
    return fail(Code::forbidden,
                fmt::format("{} is held by '{}' until {}", setting.dial, old->warrant.who,
                            iso8601(old->setting.until)),
                "What a person has set is left alone until it ends or is undone.");
  if (!held && leases_.size() == most_leases)
    return fail(Code::overloaded, fmt::format("{} leases run, more are not taken", most_leases),
                "Undo some, or wait until they end.");
  if (const auto wider = around(setting.dial, setting.scope)) setting.previous = wider;
  const std::optional<double> from = held ? old->setting.value : setting.previous;
  const Lease lease{setting, warrant, now};
  if (held)
    *old = lease;
  else
    leases_.push_back(lease);
  changed();
  write(Deed::set, warrant, setting, from, setting.value, now);
  return setting;
}

Result<void> LeaseBoard::undo(std::string_view dial, const std::optional<Stratum>& scope,
                              const Warrant& warrant, Instant now) {
  FORESHOCK_CHECK(lease_board_impl::find_dial(dial));
  const std::lock_guard lock(mutex_);
  expire(now);
  const auto ends = [&](const Lease& lease) {
    return lease.setting.dial == dial && (!scope || lease.setting.scope == *scope);
  };
  std::vector<Lease> ended;
  std::copy_if(leases_.begin(), leases_.end(), std::back_inserter(ended), ends);
  if (ended.empty())
    return fail(Code::not_found,
                fmt::format("no lease of {} runs {}", dial, scope ? to_text(*scope) : "anywhere"),
                "See 'foreshock dial list'.");
  std::erase_if(leases_, ends);
  changed();
  for (const Lease& lease : ended)
    write(Deed::undo, warrant, lease.setting, lease.setting.value, lease.setting.previous, now);
  return {};
}

size_t LeaseBoard::undo_all(const Warrant& warrant, Instant now) {
  const std::lock_guard lock(mutex_);
  expire(now);
  stopped_ = true;
  audit_.append(audit_line({now, Deed::undo_all, warrant, {}, {}, {}}));
  const std::vector<Lease> ended = std::exchange(leases_, {});
  changed();
  for (const Lease& lease : ended) write(Deed::undo, warrant, lease.setting, lease.setting.value, {}, now);
  return ended.size();
}

void LeaseBoard::release(const Warrant& warrant, Instant now) {
  const std::lock_guard lock(mutex_);
  if (stopped_.exchange(false)) audit_.append(audit_line({now, Deed::release, warrant, {}, {}, {}}));
}

std::vector<Lease> LeaseBoard::list(Instant now) const {
  const std::lock_guard lock(mutex_);
  std::vector<Lease> running;
  std::copy_if(leases_.begin(), leases_.end(), std::back_inserter(running),
               [&](const Lease& lease) { return lease.setting.until > now; });
  return running;
}

void LeaseBoard::tick(Instant now) {
  const std::lock_guard lock(mutex_);
  expire(now);
}

void LeaseBoard::expire(Instant now) {
  const auto over = [now](const Lease& lease) { return lease.setting.until <= now; };
  for (const Lease& lease : leases_)
    if (over(lease))
      write(Deed::expiry, lease.warrant, lease.setting, lease.setting.value, lease.setting.previous,
            lease.setting.until);
  if (std::erase_if(leases_, over) > 0) changed();
}

void LeaseBoard::write(Deed deed, const Warrant& warrant, const DialSetting& setting,
                       std::optional<double> from, std::optional<double> to, Instant now) {
  audit_.append(audit_line({now, deed, warrant, setting, from, to}));
}

std::vector<Lease>::iterator LeaseBoard::find(std::string_view dial, const Stratum& scope) {
  return std::find_if(leases_.begin(), leases_.end(), [&](const Lease& lease) {
    return lease.setting.dial == dial && lease.setting.scope == scope;
  });
}

std::optional<double> LeaseBoard::around(std::string_view dial, const Stratum& scope) const {
  for (const Lease& lease : leases_)
    if (lease.setting.dial == dial && lease.setting.scope == Stratum{} && scope != Stratum{})
      return lease.setting.value;
  return std::nullopt;
}

std::optional<double> DialReader::value(Dial dial, const RequestScope& request, Instant now) {
  catch_up();
  const Lease* narrowest = nullptr;
  int best = -1;
  for (const Lease& lease : leases_) {
    if (lease.setting.dial != spec_of(dial).name || lease.setting.until <= now) continue;
    const int narrow = narrowness(lease.setting.scope, request);
    if (narrow <= best) continue;
    best = narrow;
    narrowest = &lease;
  }
  return narrowest == nullptr ? std::nullopt : narrowest->setting.value;
}

void DialReader::catch_up() {
  if (board_.version_.load(std::memory_order_acquire) == seen_) return;
  const std::unique_lock lock(board_.mutex_, std::try_to_lock);
  if (!lock) return;
  leases_ = board_.leases_;
  seen_ = board_.version_.load(std::memory_order_relaxed);
}

}  // namespace foreshock::mitigate
