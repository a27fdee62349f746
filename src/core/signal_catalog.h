#pragma once
// The signals that there are: those of Foreshock, and those that users bring of their own while it runs.
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/signal_spec.h"

namespace foreshock {

// A signal of a user's own. Kept as a mean, watched like any other, and told of where it becomes worse; a
// neutral one is evidence only.
struct CustomSignal {
  std::string name;  // small letters, digits and _
  std::string unit;
  Direction direction = Direction::neutral;
  // The smallest change that matters: of the unit ratio the difference, of others the factor; 0: 0.05 or 1.2.
  double matters = 0;
};
Result<Direction> parse_direction(std::string_view name);

// Thread-safe; what it has given stays where it is as long as the catalogue.
class SignalCatalog {
 public:
  static constexpr size_t most_custom = 100, most_posted = 80, longest_name = 64, longest_unit = 20;

  // BUILT_IN outlives it.
  SignalCatalog(std::span<const SignalSpec> built_in) : built_in_(built_in) {}

  size_t size() const { return built_in_.size() + custom_count_.load(std::memory_order_acquire); }
  const SignalSpec& operator[](size_t index) const;
  const SignalSpec* find(std::string_view name) const;  // nullptr: there is none
  std::vector<SignalSpec> all() const;

  // Answers the one of that name where there is one. Errors: bad_request for a name that is none or one of
  // ours, and for another unit or direction than before; overloaded where there are too many.
  // MOST: how many of users there may be then; clients leave room for the configuration.
  Result<const SignalSpec*> declare(const CustomSignal& signal, size_t most = most_custom);

 private:
  struct Owned {
    std::string name, unit;
    SignalSpec spec;
  };

  const std::span<const SignalSpec> built_in_;
  std::mutex declaring_;
  std::array<std::unique_ptr<Owned>, most_custom> custom_;
  std::atomic<size_t> custom_count_{0};
};

// Of who reads it: a loop of the analysis that hangs may outlive the service.
using Signals = std::shared_ptr<const SignalCatalog>;

}  // namespace foreshock
