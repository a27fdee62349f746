// Blocks of buckets, of both layouts, with a checksum that holds: read or refused, and what is read can be
// written and read again. Buckets that are written come back.
#include "store/block_codec.h"

#include <array>
#include <cmath>
#include <span>

#include "input.h"
#include "store/crc32.h"
#include "store/zstd_frame.h"

namespace foreshock::fuzz {

constexpr Instant start{std::chrono::hours(500'000)};
constexpr Duration grain = std::chrono::seconds(10);

// docs/format/store.md: the kind, for the second layout with the CRC-32 of row 0, kind and bits.
std::string body_of(char kind, std::string_view bits) {
  std::string body(1, kind);
  if (kind >= 12) {
    const std::string before = std::string(8, '\0') + kind;
    const uint32_t sum =
        store::crc32(std::as_bytes(std::span(bits)), store::crc32(std::as_bytes(std::span(before))));
    for (int shift = 0; shift < 32; shift += 8) body.push_back(static_cast<char>(sum >> shift));
  }
  return body.append(bits);
}

constexpr std::array forms = {store::SketchForm::whole, store::SketchForm::quantiles};

void check_again(const std::vector<Bucket>& buckets) {
  for (const store::SketchForm form : forms) {
    std::vector<Bucket> again;
    FORESHOCK_MUST(
        store::decode_block(store::encode_block(buckets, start, grain, form), start, grain, again));
    FORESHOCK_MUST(again.size() == buckets.size());
    for (size_t i = 0; i < again.size(); ++i)
      FORESHOCK_MUST(again[i].start == buckets[i].start && again[i].count == buckets[i].count);
  }
}

void decode_bits(Input& input) {
  constexpr std::array<char, 4> kinds = {1, 2, 12, 13};
  const char kind = kinds[input.choice(kinds.size())];
  const bool packed = kind == 2 || kind == 13;
  std::vector<Bucket> buckets;
  if (!store::decode_block(body_of(kind, packed ? store::to_zstd(input.rest()) : std::string(input.rest())),
                           start, grain, buckets)) {
    FORESHOCK_MUST(buckets.empty());
    return;
  }
  for (const Bucket& bucket : buckets)
    FORESHOCK_MUST(bucket.count > 0 && std::isfinite(bucket.sum) && std::isfinite(bucket.min) &&
                   std::isfinite(bucket.max));
  for (const store::SketchForm form : forms)
    static_cast<void>(store::encode_block(buckets, start, grain, form));
}

void write_and_read(Input& input) {
  std::vector<Bucket> buckets;
  const bool with_sketch = input.choice(2) != 0;
  for (Instant at = start; !input.empty() && buckets.size() < 400; at += grain) {
    at += grain * static_cast<int>(input.choice(16) / 15);
    Bucket& bucket = buckets.emplace_back();
    bucket.start = at;
    for (size_t values = 1 + input.choice(6); values > 0; --values) {
      const auto bits = static_cast<int32_t>(input.number(4));
      bucket.add(std::ldexp(bits % 4096, bits % 40), 1 + static_cast<double>(input.choice(3)), with_sketch);
    }
  }
  check_again(buckets);
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  foreshock::fuzz::Input input(data, size);
  if (input.choice(3) == 0)
    foreshock::fuzz::write_and_read(input);
  else
    foreshock::fuzz::decode_bits(input);
  return 0;
}
