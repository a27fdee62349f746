#include "console/query.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/catalog.h"
#include "wire/text.h"
#include "wire/url.h"

namespace foreshock::console {
namespace query_impl {

std::string list(std::span<const std::string_view> names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

template <class Number>
Result<Number> parse_number(std::string_view name, std::string_view text, Number min, Number max) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= min && value <= max) return value;
  return fail(Code::bad_request,
              fmt::format("{} must be a number from {} to {}, found '{}'", name, min, max, text),
              fmt::format("Mend {}, or leave it out.", name));
}

}  // namespace query_impl

Result<Query> Query::parse(std::string_view text, std::span<const std::string_view> known) {
  Query query;
  for (std::string_view part : wire::split(text, '&')) {
    if (part.empty()) continue;
    const size_t equals = std::min(part.find('='), part.size());
    const auto name = wire::form_decoded(part.substr(0, equals));
    const auto value = wire::form_decoded(part.substr(std::min(equals + 1, part.size())));
    if (!name || !value)
      return fail(Code::bad_request, fmt::format("'{}' is not percent-encoded rightly", part));
    if (std::find(known.begin(), known.end(), *name) == known.end())
      return fail(Code::bad_request,
                  fmt::format("there is no parameter '{}'.{}", *name, did_you_mean(*name, known)),
                  known.empty() ? "Leave it out." : fmt::format("Known are: {}.", query_impl::list(known)));
    if (query.find(*name))
      return fail(Code::bad_request, fmt::format("{} is given twice", *name), "Give it once.");
    query.values_.emplace_back(*name, *value);
  }
  return query;
}

std::optional<std::string_view> Query::find(std::string_view name) const {
  for (const auto& [known, value] : values_)
    if (known == name) return value;
  return std::nullopt;
}

Result<double> Query::number(std::string_view name, double absent, double min, double max) const {
  const auto text = find(name);
  return text ? query_impl::parse_number(name, *text, min, max) : absent;
}

Result<int64_t> Query::integer(std::string_view name, int64_t absent, int64_t min, int64_t max) const {
  const auto text = find(name);
  return text ? query_impl::parse_number(name, *text, min, max) : absent;
}

Result<std::vector<double>> Query::numbers(std::string_view name, double min, double max) const {
  std::vector<double> numbers;
  const auto text = find(name);
  if (!text) return numbers;
  for (const std::string_view part : wire::split(*text, ',')) {
    FORESHOCK_TRY(const double number, query_impl::parse_number(name, part, min, max));
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace foreshock::console
