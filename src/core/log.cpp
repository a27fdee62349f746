#include "core/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace foreshock::log {
namespace log_impl {

spdlog::level::level_enum spdlog_level(Level level) {
  switch (level) {
    case Level::debug:
      return spdlog::level::debug;
    case Level::info:
      return spdlog::level::info;
    case Level::warn:
      return spdlog::level::warn;
    case Level::error:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

spdlog::logger& logger() {
  static const auto instance = [] {
    auto made = spdlog::stderr_color_mt("foreshock");
    made->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %^%-5l%$ %v", spdlog::pattern_time_type::utc);
    return made;
  }();
  return *instance;
}

}  // namespace log_impl

void write(Level level, std::string_view room, std::string_view message) {
  log_impl::logger().log(log_impl::spdlog_level(level), "{}: {}", room, message);
}

void set_level(Level level) {
  log_impl::logger().set_level(log_impl::spdlog_level(level));
}

}  // namespace foreshock::log
