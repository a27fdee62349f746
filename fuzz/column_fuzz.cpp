// Columns of numbers, tables of sketches and single sketches: read or refused; written, they come back.
#include "store/number_column.h"

#include <bit>
#include <cmath>

#include "input.h"
#include "store/sketch_codec.h"
#include "store/sketch_table.h"

namespace foreshock::fuzz {

void take_column(Input& input) {
  store::BitReader bits(input.rest());
  std::vector<double> numbers;
  const size_t size = 1 + input.number(2) % 500;
  if (store::take_column(bits, size, numbers)) FORESHOCK_MUST(numbers.size() == size);
}

void put_column(Input& input) {
  std::vector<double> numbers;
  while (!input.empty() && numbers.size() < 500) {
    const bool whole = input.choice(2) != 0;
    const double number = whole ? static_cast<double>(static_cast<int32_t>(input.number(4)))
                                : std::bit_cast<double>(input.number(8));
    if (std::isfinite(number)) numbers.push_back(number);
  }
  if (numbers.empty()) return;
  store::BitWriter out;
  store::put_column(out, numbers, 52);
  const std::string bytes = std::move(out).release();
  store::BitReader in(bytes);
  std::vector<double> back;
  FORESHOCK_MUST(store::take_column(in, numbers.size(), back) && !in.failed());
  FORESHOCK_MUST(back == numbers);
}

void code_table(Input& input) {
  store::SketchTable table;
  table.width = 1 + input.choice(40);
  for (size_t buckets = 1 + input.choice(60); buckets > 0; --buckets)
    table.totals.push_back(static_cast<uint32_t>(input.number(3)) % store::most_in_table);
  if (!store::decode_table(input.rest(), table)) return;
  store::SketchTable again{table.totals, table.width, {}};
  FORESHOCK_MUST(store::decode_table(store::encode_table(table), again));
  FORESHOCK_MUST(again.counts == table.counts);
}

void code_sketch(Input& input) {
  const auto sketch = store::decode_sketch(input.rest());
  if (!sketch) return;
  FORESHOCK_MUST(sketch->count() >= 0);
  const auto again = store::decode_sketch(store::encode_sketch(*sketch));
  FORESHOCK_MUST(again && *again == *sketch);
  if (!sketch->empty()) FORESHOCK_MUST(sketch->quantile(0.5).has_value());
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock::fuzz;
  Input input(data, size);
  switch (input.choice(4)) {
    case 0:
      take_column(input);
      break;
    case 1:
      put_column(input);
      break;
    case 2:
      code_table(input);
      break;
    default:
      code_sketch(input);
  }
  return 0;
}
