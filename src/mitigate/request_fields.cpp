#include "mitigate/request_fields.h"

#include <array>

namespace foreshock::mitigate {
namespace request_fields_impl {

struct Row {
  Dial dial;
  std::string_view kind;
  std::string_view field;
};
constexpr std::array rows = {
    Row{Dial::draft_length, "simulated", "speculative.n_max"},
    Row{Dial::draft_length, "llama_cpp", "speculative.n_max"},
};

}  // namespace request_fields_impl

std::string_view field_of(Dial dial, std::string_view kind) {
  for (const request_fields_impl::Row& row : request_fields_impl::rows)
    if (row.dial == dial && row.kind == kind) return row.field;
  return {};
}

}  // namespace foreshock::mitigate
