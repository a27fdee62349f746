#pragma once
// The query of a request as named values. Errors are bad_request and begin with the parameter's name.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"

namespace foreshock::console {

class Query {
 public:
  // "a=1&b=x%20y", as a browser writes it; KNOWN are the names that the path takes, each at most once.
  static Result<Query> parse(std::string_view text, std::span<const std::string_view> known);

  std::optional<std::string_view> find(std::string_view name) const;
  // The value within [min, max]; ABSENT where the parameter is.
  Result<double> number(std::string_view name, double absent, double min, double max) const;
  Result<int64_t> integer(std::string_view name, int64_t absent, int64_t min, int64_t max) const;
  // "1,5,15", each within [min, max]; none where the parameter is absent.
  Result<std::vector<double>> numbers(std::string_view name, double min, double max) const;

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

}  // namespace foreshock::console
