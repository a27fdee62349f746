#pragma once
// Who a noun is, and what it came from.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace foreshock {

enum class Noun : uint8_t { observation, series, finding, diagnosis, action, verdict, event, page };

// Unique in one data_dir. Printed as "finding-00000000000004d2": the noun, then 16 hexadecimal digits.
struct Identity {
  Noun noun = Noun::observation;
  uint64_t number = 0;
  auto operator<=>(const Identity&) const = default;
};

// What a noun came from: a user can walk along it from a Verdict back to the very requests.
using Because = std::vector<Identity>;

std::string_view name_of(Noun noun);
std::string to_text(Identity identity);
// As to_text writes it, and nothing else.
std::optional<Identity> parse_identity(std::string_view text);

}  // namespace foreshock
