#pragma once
// The log: one line an event, to stderr. Callers pass only their own words and numbers: no prompt, answer or
// key may enter.
#include <cstdint>
#include <string_view>

namespace foreshock::log {

enum class Level : uint8_t { debug, info, warn, error };

// Thread-safe. ROOM is the room's name.
void write(Level level, std::string_view room, std::string_view message);
inline void debug(std::string_view room, std::string_view message) {
  write(Level::debug, room, message);
}
inline void info(std::string_view room, std::string_view message) {
  write(Level::info, room, message);
}
inline void warn(std::string_view room, std::string_view message) {
  write(Level::warn, room, message);
}
inline void error(std::string_view room, std::string_view message) {
  write(Level::error, room, message);
}

// Lines below LEVEL are dropped. Default: info.
void set_level(Level level);

}  // namespace foreshock::log
