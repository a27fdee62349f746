#pragma once
// What the tests of this room share.
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/ports.h"

namespace foreshock::mitigate {

// Keeps the lines in memory.
class AuditLines final : public AuditLog {
 public:
  void append(std::string_view line) override {
    const std::lock_guard lock(mutex_);
    lines_.push_back(nlohmann::json::parse(line));
  }
  std::vector<nlohmann::json> lines() const {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  std::vector<std::string> deeds() const {
    std::vector<std::string> out;
    for (const auto& line : lines()) out.push_back(line.at("what"));
    return out;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<nlohmann::json> lines_;
};

inline constexpr Instant test_start{std::chrono::seconds(1'800'000'000)};

inline DialSetting draft(std::optional<double> value, Instant until, Stratum scope = {}) {
  DialSetting setting;
  setting.dial = "draft_length";
  setting.scope = std::move(scope);
  setting.value = value;
  setting.until = until;
  return setting;
}

inline const Warrant person{"anna", false, {}};
inline const Warrant policy{"draft_length", true, {{Noun::action, 7}, {Noun::diagnosis, 3}}};

}  // namespace foreshock::mitigate
