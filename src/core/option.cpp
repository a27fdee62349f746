#include "core/option.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/shown.h"

namespace foreshock {
namespace option_impl {

struct Unit {
  std::string_view name;
  double factor;
};
constexpr std::array duration_units = {Unit{"ns", 1},   Unit{"us", 1e3},   Unit{"ms", 1e6},   Unit{"s", 1e9},
                                       Unit{"m", 6e10}, Unit{"h", 3.6e12}, Unit{"d", 8.64e13}};
constexpr std::array byte_units = {Unit{"", 1},       Unit{"B", 1},           Unit{"kB", 1e3},
                                   Unit{"KiB", 1024}, Unit{"MB", 1e6},        Unit{"MiB", 1048576},
                                   Unit{"GB", 1e9},   Unit{"GiB", 1073741824}};

constexpr std::array printed_byte_units = {Unit{"", 1}, Unit{"KiB", 1024}, Unit{"MiB", 1048576},
                                           Unit{"GiB", 1073741824}};
constexpr std::array ratio_units = {Unit{"", 1}, Unit{"%", 0.01}};

struct Quantity {
  double number;
  std::string_view unit;
};

// "1.5 m" -> 1.5 and "m"; nothing when it does not begin with a finite number.
std::optional<Quantity> split_quantity(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  std::string_view unit = text.substr(static_cast<size_t>(end - text.data()));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  return Quantity{number, unit};
}

tl::unexpected<Error> expected(std::string_view what, std::string_view text) {
  return fail(Code::bad_config, fmt::format("expected {}, found '{}'", what, shown(text)));
}

Result<double> scaled(std::string_view text, std::span<const Unit> units, std::string_view what) {
  const auto quantity = split_quantity(text);
  if (!quantity) return expected(what, text);
  for (const Unit& unit : units)
    if (unit.name == quantity->unit) return quantity->number * unit.factor;
  return expected(what, text);
}

// NUMBER without its fraction.
Result<int64_t> to_whole(double number, std::string_view what, std::string_view text) {
  constexpr double beyond = 9223372036854775808.0;  // 2^63
  if (!(number > -beyond && number < beyond)) return expected(what, text);
  return static_cast<int64_t>(number);
}

template <class Number>
Result<void> parse_number(std::string_view text, Number& out, std::string_view what) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(static_cast<double>(number)))
    return expected(what, text);
  out = number;
  return {};
}

// The largest unit that divides VALUE, which is given in the smallest one.
std::string in_largest_unit(int64_t value, std::span<const Unit> units) {
  for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
    const auto factor = static_cast<int64_t>(unit->factor);
    if (value != 0 && value % factor == 0) return fmt::format("{}{}", value / factor, unit->name);
  }
  return fmt::format("{}{}", value, value == 0 ? "" : units.front().name);
}

}  // namespace option_impl

Result<void> parse_value(std::string_view text, bool& out) {
  if (text != "true" && text != "false") return option_impl::expected("true or false", text);
  out = text == "true";
  return {};
}
Result<void> parse_value(std::string_view text, int64_t& out) {
  return option_impl::parse_number(text, out, "a whole number");
}
Result<void> parse_value(std::string_view text, double& out) {
  return option_impl::parse_number(text, out, "a number");
}
Result<void> parse_value(std::string_view text, std::string& out) {
  out = std::string(text);
  return {};
}
Result<void> parse_value(std::string_view text, Duration& out) {
  constexpr std::string_view what = "a time such as 250ms, 2s or 1h";
  FORESHOCK_TRY(const double nanoseconds, option_impl::scaled(text, option_impl::duration_units, what));
  FORESHOCK_TRY(const int64_t count, option_impl::to_whole(nanoseconds, what, text));
  out = Duration(count);
  return {};
}
Result<void> parse_value(std::string_view text, Bytes& out) {
  constexpr std::string_view what = "a size such as 512, 64KiB or 2GB";
  FORESHOCK_TRY(const double bytes, option_impl::scaled(text, option_impl::byte_units, what));
  FORESHOCK_TRY(out.value, option_impl::to_whole(bytes, what, text));
  return {};
}
Result<void> parse_value(std::string_view text, Ratio& out) {
  FORESHOCK_TRY(out.value, option_impl::scaled(text, option_impl::ratio_units, "a share such as 0.01 or 1%"));
  return {};
}

std::string print_value(bool value) {
  return value ? "true" : "false";
}
std::string print_value(int64_t value) {
  return fmt::to_string(value);
}
std::string print_value(double value) {
  return fmt::to_string(value);
}
std::string print_value(const std::string& value) {
  return value;
}
std::string print_value(Duration value) {
  return value == Duration::zero() ? "0s"
                                   : option_impl::in_largest_unit(value.count(), option_impl::duration_units);
}
std::string print_value(Bytes value) {
  return option_impl::in_largest_unit(value.value, option_impl::printed_byte_units);
}
std::string print_value(Ratio value) {
  const double percent = value.value * 100;
  return percent * 0.01 == value.value ? fmt::format("{}%", percent) : fmt::to_string(value.value);
}

Result<void> set_option(const OptionRow& row, void* target, std::string_view text) {
  const std::string before = row.get(target);
  FORESHOCK_CHECK(row.set(target, text));
  if (row.min == row.max) return {};
  const double value = row.measure(target);
  if (value >= row.min && value <= row.max) return {};
  (void)row.set(target, before);
  return fail(Code::bad_config, fmt::format("must lie between {} and {} {}, found '{}'", row.min, row.max,
                                            row.unit, shown(text)));
}

std::string show_option(const OptionRow& row, const void* target) {
  const std::string value = row.get(target);
  return row.secrecy == Secrecy::secret && !value.empty() ? "[secret]" : value;
}

std::vector<std::string_view> names_of(OptionSet options) {
  std::vector<std::string_view> names;
  names.reserve(options.size());
  for (const OptionRow& row : options) names.push_back(row.name);
  return names;
}

}  // namespace foreshock
