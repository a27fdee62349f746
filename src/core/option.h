#pragma once
// Config once: a row of an Option table (name, range, unit, help, live?, secret?) stands beside the struct
// that it fills. The same row feeds the YAML reader, the environment, `foreshock config reference`, the docs
// and the console.
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/instant.h"
#include "core/result.h"

namespace foreshock {

struct Bytes {
  int64_t value = 0;
  auto operator<=>(const Bytes&) const = default;
};

// A share, 0..1; written as 0.01 or 1%.
struct Ratio {
  double value = 0;
  auto operator<=>(const Ratio&) const = default;
};

// Text to value and back, one overload a type. Errors say what was expected and what stood there.
Result<void> parse_value(std::string_view text, bool& out);
Result<void> parse_value(std::string_view text, int64_t& out);
Result<void> parse_value(std::string_view text, double& out);
Result<void> parse_value(std::string_view text, std::string& out);
Result<void> parse_value(std::string_view text, Duration& out);  // 250ms, 2s, 1.5m, 1h, 7d
Result<void> parse_value(std::string_view text, Bytes& out);     // 512, 64KiB, 16MiB, 2GB
Result<void> parse_value(std::string_view text, Ratio& out);     // 0.01, 1%
std::string print_value(bool value);
std::string print_value(int64_t value);
std::string print_value(double value);
std::string print_value(const std::string& value);
std::string print_value(Duration value);
std::string print_value(Bytes value);
std::string print_value(Ratio value);

// A value as the range check sees it: seconds, bytes, shares and plain numbers; text has none.
double magnitude(const auto& value) {
  using T = std::remove_cvref_t<decltype(value)>;
  if constexpr (std::is_same_v<T, Duration>)
    return seconds(value);
  else if constexpr (std::is_same_v<T, Bytes> || std::is_same_v<T, Ratio>)
    return static_cast<double>(value.value);
  else if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(value);
  else
    return 0;
}

enum class Secrecy : uint8_t { open, secret };

struct OptionRow {
  std::string_view name;
  std::string_view unit;  // s, bytes, ratio, text, …: as printed by the reference
  double min, max;        // in the unit of magnitude(); equal bounds: no range
  std::string_view help;  // one sentence, with its full stop
  Secrecy secrecy;
  Result<void> (*set)(void* target,
                      std::string_view text);  // parse only; use set_option, which also checks the range
  std::string (*get)(const void* target);
  double (*measure)(const void* target);
};
using OptionSet = std::span<const OptionRow>;

template <class>
struct MemberOf;
template <class Owner, class Value>
struct MemberOf<Value Owner::*> {
  using owner = Owner;
};

// One row from a pointer to member: option<&QueueOptions::timeout>("timeout", "s", 0.001, 600, "How long …").
template <auto member>
constexpr OptionRow option(std::string_view name, std::string_view unit, double min, double max,
                           std::string_view help, Secrecy secrecy = Secrecy::open) {
  using Owner = typename MemberOf<decltype(member)>::owner;
  return OptionRow{name,
                   unit,
                   min,
                   max,
                   help,
                   secrecy,
                   [](void* target, std::string_view text) {
                     return parse_value(text, static_cast<Owner*>(target)->*member);
                   },
                   [](const void* target) { return print_value(static_cast<const Owner*>(target)->*member); },
                   [](const void* target) { return magnitude(static_cast<const Owner*>(target)->*member); }};
}
template <auto member>
constexpr OptionRow option(std::string_view name, std::string_view unit, std::string_view help,
                           Secrecy secrecy = Secrecy::open) {
  return option<member>(name, unit, 0, 0, help, secrecy);
}

// Parses TEXT into the row's member of TARGET and checks the range. On an error TARGET is as it was.
Result<void> set_option(const OptionRow& row, void* target, std::string_view text);
// The value as text; secrets print as [secret].
std::string show_option(const OptionRow& row, const void* target);
std::vector<std::string_view> names_of(OptionSet options);

}  // namespace foreshock
