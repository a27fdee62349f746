#include "scenario/quantities.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "core/catalog.h"
#include "core/shown.h"
#include "wire/text.h"

namespace foreshock::scenario {
namespace quantities_impl {

constexpr double longest_time_s = 3650.0 * 86400;

struct Unit {
  std::string_view name;
  double size;
};
constexpr std::array time_units = {Unit{"d", 86400}, Unit{"h", 3600}, Unit{"m", 60}, Unit{"s", 1},
                                   Unit{"ms", 0.001}};
constexpr std::array rate_units = {Unit{"s", 1}, Unit{"m", 60}, Unit{"h", 3600}};
constexpr std::array<std::string_view, 7> weekdays = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

// ISO 639-1.
constexpr std::string_view languages =
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv "
    "dz ee el "
    "en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io "
    "is it iu "
    "ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms "
    "mt my na "
    "nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl "
    "sm sn so "
    "sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za "
    "zh zu";

// The number at the start of TEXT, which is cut off; nothing where there is none, or a sign.
std::optional<double> take_number(std::string_view& text) {
  if (text.empty() || !(wire::is_digit(text.front()) || text.front() == '.')) return std::nullopt;
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

std::string_view take_unit(std::string_view& text) {
  const auto* end = std::find_if(text.begin(), text.end(), [](char c) { return c < 'a' || c > 'z'; });
  const std::string_view unit = text.substr(0, static_cast<size_t>(end - text.begin()));
  text.remove_prefix(unit.size());
  return unit;
}

// The sum of parts with falling units; nothing when TEXT is not made of such.
std::optional<double> seconds_of(std::string_view text) {
  if (text.empty()) return std::nullopt;
  double sum = 0;
  std::span<const Unit> smaller = time_units;
  while (!text.empty()) {
    const auto number = take_number(text);
    const Unit* unit = find_by_name(smaller, take_unit(text));
    if (!number || unit == nullptr) return std::nullopt;
    sum += *number * unit->size;
    smaller = smaller.subspan(static_cast<size_t>(unit - smaller.data()) + 1);
  }
  return sum;
}

}  // namespace quantities_impl

tl::unexpected<Error> expected(std::string_view what, std::string_view text) {
  return fail(Code::bad_config, fmt::format("expected {}, found '{}'", what, shown(text)));
}

Result<Duration> parse_duration(std::string_view text) {
  if (text == "0") return Duration{0};
  const auto value = quantities_impl::seconds_of(text);
  if (!value) return expected("a time such as 90s, 5m, 1h30m or 7d", text);
  if (*value > quantities_impl::longest_time_s) return expected("a time of at most 3650d", text);
  return Duration{std::llround(*value * 1e9)};
}

Result<double> parse_rate(std::string_view text) {
  std::string_view rest = text;
  const auto number = quantities_impl::take_number(rest);
  const bool has_unit = rest.starts_with('/');
  const auto* unit =
      has_unit ? find_by_name<quantities_impl::Unit>(quantities_impl::rate_units, rest.substr(1)) : nullptr;
  if (!number || unit == nullptr) return expected("a rate such as 4/s, 12/m or 15/h", text);
  return *number / unit->size;
}

Result<double> parse_number(std::string_view text) {
  std::string_view digits = text;
  const bool thousands = digits.ends_with('k');
  if (thousands) digits.remove_suffix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (thousands) number *= 1000;
  if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(number))
    return expected("a number", text);
  return number;
}

Result<int64_t> parse_count(std::string_view text) {
  const auto number = parse_number(text);
  if (!number || *number < 0 || *number > 1e15 || *number != std::floor(*number))
    return expected("a count such as 4096 or 16k", text);
  return static_cast<int64_t>(*number);
}

Result<double> parse_share(std::string_view text) {
  const auto number = parse_number(text);
  if (!number || *number < 0 || *number > 1) return expected("a share from 0 to 1", text);
  return *number;
}

Result<bool> parse_flag(std::string_view text) {
  bool flag = false;
  FORESHOCK_CHECK(parse_value(text, flag));
  return flag;
}

Result<Bytes> parse_bytes(std::string_view text) {
  Bytes bytes;
  FORESHOCK_CHECK(parse_value(text, bytes));
  if (bytes.value <= 0) return expected("a size such as 64GiB", text);
  return bytes;
}

Result<std::string> parse_name(std::string_view text) {
  if (text.empty()) return expected("a name", text);
  return std::string(text);
}

Result<int> parse_weekday(std::string_view text) {
  const auto& names = quantities_impl::weekdays;
  const auto* found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) return expected("a weekday such as Mon", text);
  return static_cast<int>(found - names.begin());
}

Result<Duration> parse_week_time(std::string_view text) {
  const auto unreadable = [&] { return expected("a weekday and an hour such as Mon 00:00", text); };
  if (text.size() != 9 || text[3] != ' ' || text[6] != ':') return unreadable();
  const auto day = parse_weekday(text.substr(0, 3));
  for (const size_t at : {4U, 5U, 7U, 8U})
    if (!wire::is_digit(text[at])) return unreadable();
  const int hour = (text[4] - '0') * 10 + (text[5] - '0');
  const int minute = (text[7] - '0') * 10 + (text[8] - '0');
  if (!day || hour > 23 || minute > 59) return unreadable();
  return std::chrono::hours(24 * *day + hour) + std::chrono::minutes(minute);
}

Result<std::string> parse_language(std::string_view text) {
  const std::string_view code = text.substr(0, text.find('-'));
  const bool is_word = code.size() == 2 && code.find(' ') == std::string_view::npos;
  const bool region_follows = code.size() == text.size() || code.size() + 2 < text.size();
  if (!is_word || !region_follows || quantities_impl::languages.find(code) == std::string_view::npos)
    return expected("a language such as en, zh or pt-BR", text);
  return std::string(text);
}

Result<std::string> parse_timezone(std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return wire::is_alphanumeric(c) || std::string_view("/_+-").find(c) != std::string_view::npos;
  });
  constexpr auto regions =
      std::to_array<std::string_view>({"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic",
                                       "Australia", "Etc", "Europe", "Indian", "Pacific"});
  const std::string_view region = text.substr(0, text.find('/'));
  const bool of_a_region =
      region.size() + 1 < text.size() && std::find(regions.begin(), regions.end(), region) != regions.end();
  const std::filesystem::path zones = "/usr/share/zoneinfo";
  std::error_code ignored;
  const bool is_known = std::filesystem::is_regular_file(zones / text, ignored) ||
                        !std::filesystem::is_directory(zones, ignored);
  if (!plain || (text != "UTC" && !(of_a_region && is_known)))
    return expected("a time zone such as UTC or Europe/Berlin", text);
  return std::string(text);
}

}  // namespace foreshock::scenario
