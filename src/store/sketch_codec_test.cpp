#include "store/sketch_codec.h"

#include <random>

#include <gtest/gtest.h>

namespace foreshock::store::sketch_codec_test {

Sketch busy_sketch(uint64_t seed) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> magnitude(-3, 1);
  Sketch sketch;
  for (int i = 0; i < 500; ++i) sketch.add(i % 7 == 0 ? -magnitude(random) : magnitude(random), i % 3 + 1);
  sketch.add(0, 4);
  return sketch;
}

TEST(SketchCodec, ReadsBackWhatItWrote) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const Sketch sketch = busy_sketch(seed);
    EXPECT_EQ(decode_sketch(encode_sketch(sketch)), sketch) << "seed " << seed;
  }
}

TEST(SketchCodec, KeepsExtremesAndBrokenWeights) {
  Sketch sketch;
  for (double value : {1e-9, 1e300, -1e300}) sketch.add(value, 10.0 / 3);
  sketch.add(7, 1e18);
  EXPECT_EQ(decode_sketch(encode_sketch(sketch)), sketch);
}

TEST(SketchCodec, IsCompact) {
  const Sketch sketch = busy_sketch(1);
  const size_t bins = sketch.bins().size();
  EXPECT_LE(encode_sketch(sketch).size(), 3 * bins + 10);
}

TEST(SketchCodec, AnEmptySketchIsAnEmptyBlob) {
  EXPECT_TRUE(encode_sketch(Sketch{}).empty());
  EXPECT_EQ(decode_sketch(""), Sketch{});
}

TEST(SketchCodec, RefusesEveryTruncationAndANewerLayout) {
  std::string blob = encode_sketch(busy_sketch(3));
  for (size_t size = 1; size < blob.size(); ++size)
    EXPECT_FALSE(decode_sketch(std::string_view(blob).substr(0, size))) << size;
  EXPECT_FALSE(decode_sketch(blob + '\0'));
  blob[0] = 2;
  EXPECT_FALSE(decode_sketch(blob));
}

TEST(SketchCodec, SurvivesRandomBytes) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 20'000; ++round) {
    std::string blob(random() % 40, '\0');
    for (char& byte : blob) byte = static_cast<char>(random());
    if (!blob.empty()) blob[0] = 1;
    if (const auto sketch = decode_sketch(blob)) {
      EXPECT_GE(sketch->count(), 0);
    }
  }
}

}  // namespace foreshock::store::sketch_codec_test
