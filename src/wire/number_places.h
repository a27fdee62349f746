#pragma once
// Numbers of users in the JSON of requests and answers.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace foreshock::wire {

// Places by JSON pointer (RFC 6901), and the number last seen at each; true and false are 1 and 0.
struct NumberPlaces {
  std::vector<std::string> pointers;
  std::vector<std::optional<double>> values = std::vector<std::optional<double>>(pointers.size());
};

// What is no JSON, or has no number there, changes nothing.
void read_numbers(std::string_view json, NumberPlaces& places);

}  // namespace foreshock::wire
