#include "mitigate/dials.h"

#include <array>

#include "core/catalog.h"

namespace foreshock::mitigate {
namespace dials_impl {

constexpr std::array rows = {
    DialSpec{"draft_length", "tokens", 0, 16, true, false,
             "Tokens drafted a step in speculative decoding, as the most that a request may use; without a "
             "value the engine's own."},
    DialSpec{"drain", "", 0, 1, true, true,
             "At 1 a replica gets no new request while another can take it; those that run there end."},
};
static_assert(names_are_unique(rows));
static_assert(rows.size() == static_cast<size_t>(Dial::drain) + 1);

}  // namespace dials_impl

std::span<const DialSpec> dials() {
  return dials_impl::rows;
}

const DialSpec& spec_of(Dial dial) {
  return dials_impl::rows[static_cast<size_t>(dial)];
}

}  // namespace foreshock::mitigate
