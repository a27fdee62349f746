// Records of observations, of both versions: read or refused; what is read is written as the same.
#include <algorithm>

#include "input.h"
#include "store/observation_record.h"
#include "store/observation_record_1.h"

namespace foreshock::fuzz {

void check(const std::optional<Observation>& observation) {
  if (!observation) return;
  const store::ObservationRecord once = store::pack(*observation);
  const auto again = store::unpack(once);
  FORESHOCK_MUST(again && store::pack(*again) == once);
  FORESHOCK_MUST(store::number_of(once) == observation->id.number);
  FORESHOCK_MUST(store::end_of(once) == again->stamps.end);
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  store::ObservationRecord record{};
  std::transform(data, data + std::min(size, record.size()), record.begin(),
                 [](uint8_t byte) { return std::byte{byte}; });
  fuzz::check(store::unpack(record));
  fuzz::check(store::unpack_version_1(record));
  return 0;
}
