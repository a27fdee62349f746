#include "store/sketch_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "store/number_column.h"
#include "store/sketch_table.h"

namespace foreshock::store {
namespace sketch_columns_impl {

constexpr int exact = 52;  // bits of mantissa
constexpr size_t most_bins =
    100'000;  // in a sketch; this and the next so that damage cannot ask for all memory
constexpr size_t most_counts = 10'000'000;
constexpr double most_cells = 3;  // of a table, for each bin

// How the sketches stand there. plain_table: in the first layout only.
enum class Form : uint64_t { list = 0, plain_table = 1, table = 2 };

int bits_of_form(BlockLayout layout) {
  return layout == BlockLayout::first ? 1 : 2;
}

std::optional<int32_t> to_position(double number) {
  if (!(std::abs(number) <= Sketch::last_position)) return std::nullopt;
  return static_cast<int32_t>(number);
}

bool give_sketch(Bucket& bucket, std::vector<Sketch::Bin> bins) {
  auto sketch = Sketch::from_bins(std::move(bins));
  if (sketch) bucket.sketch = std::move(*sketch);
  return sketch.has_value();
}

// Positions from LOWEST on.
struct Width {
  int32_t lowest = 0;
  size_t positions = 0;
};

// Of all positions in use; nothing unless all counts fit into a table, and a list would not be smaller.
std::optional<Width> width_of_table(std::span<const Bucket> buckets) {
  int32_t lowest = Sketch::last_position, highest = -Sketch::last_position;
  size_t bins_in_all = 0;
  for (const Bucket& bucket : buckets) {
    const auto& bins = bucket.sketch.bins();
    if (bins.empty()) continue;
    const auto whole = [](const Sketch::Bin& bin) { return std::trunc(bin.count) == bin.count; };
    if (bucket.sketch.count() >= most_in_table || !std::all_of(bins.begin(), bins.end(), whole))
      return std::nullopt;
    lowest = std::min(lowest, bins.front().position);
    highest = std::max(highest, bins.back().position);
    bins_in_all += bins.size();
  }
  if (lowest > highest) return std::nullopt;
  const size_t positions = static_cast<size_t>(int64_t{highest} - lowest) + 1;
  if (static_cast<double>(positions * buckets.size()) > most_cells * static_cast<double>(bins_in_all))
    return std::nullopt;
  return Width{lowest, positions};
}

void put_width(BitWriter& out, const Width& width) {
  put_column(out, std::array{static_cast<double>(width.lowest)}, exact);
  put_column(out, std::array{static_cast<double>(width.positions)}, exact);
}

std::optional<Width> take_width(BitReader& in, size_t buckets) {
  std::vector<double> lowest, positions;
  if (!take_column(in, 1, lowest) || !take_column(in, 1, positions)) return std::nullopt;
  const auto from = to_position(lowest[0]);
  if (!from ||
      !(positions[0] >= 1 && positions[0] * static_cast<double>(std::max<size_t>(buckets, 1)) <= most_counts))
    return std::nullopt;
  return Width{*from, static_cast<size_t>(positions[0])};
}

// The lowest position and how many there are; what of each bucket's count is not in its sketch; the table.
void put_table(BitWriter& out, std::span<const Bucket> buckets, const Width& width) {
  SketchTable table;
  table.width = width.positions;
  table.counts.resize(buckets.size() * width.positions);
  std::vector<double> missing;
  for (size_t i = 0; i < buckets.size(); ++i) {
    missing.push_back(buckets[i].count - buckets[i].sketch.count());
    table.totals.push_back(static_cast<uint32_t>(buckets[i].sketch.count()));
    for (const auto& [position, count] : buckets[i].sketch.bins())
      table.counts[i * width.positions + static_cast<size_t>(position - width.lowest)] =
          static_cast<uint32_t>(count);
  }
  put_width(out, width);
  put_column(out, missing, exact);
  out.put_bytes(encode_table(table));
}

bool take_table(BitReader& in, std::span<Bucket> buckets) {
  std::vector<double> missing;
  const auto width = take_width(in, buckets.size());
  if (!width || !take_column(in, buckets.size(), missing)) return false;
  SketchTable table;
  table.width = width->positions;
  for (size_t i = 0; i < buckets.size(); ++i) {
    const double total = buckets[i].count - missing[i];
    if (!(total >= 0 && total < most_in_table)) return false;
    table.totals.push_back(static_cast<uint32_t>(total));
  }
  if (!decode_table(in.take_bytes(), table)) return false;
  const uint32_t* count = table.counts.data();
  for (Bucket& bucket : buckets) {
    std::vector<Sketch::Bin> bins;
    for (size_t place = 0; place < width->positions; ++place, ++count)
      if (*count > 0) bins.push_back({width->lowest + static_cast<int32_t>(place), double(*count)});
    if (!give_sketch(bucket, std::move(bins))) return false;
  }
  return true;
}

// By position, from the lowest to the highest in any bucket, the counts in all buckets; 0: no such bin.
bool take_plain_table(BitReader& in, std::span<Bucket> buckets) {
  std::vector<double> counts;
  const auto width = take_width(in, buckets.size());
  if (!width || !take_column(in, width->positions * buckets.size(), counts)) return false;
  for (size_t i = 0; i < buckets.size(); ++i) {
    std::vector<Sketch::Bin> bins;
    for (size_t place = 0; place < width->positions; ++place)
      if (const double count = counts[place * buckets.size() + i]; count != 0)
        bins.push_back({width->lowest + static_cast<int32_t>(place), count});
    if (!give_sketch(buckets[i], std::move(bins))) return false;
  }
  return true;
}

// Columns: bins of each bucket; of each bucket with bins the first position; of all others the step from the
// one before; counts of all.
void put_list(BitWriter& out, std::span<const Bucket> buckets) {
  std::vector<double> sizes, firsts, steps, counts;
  for (const Bucket& bucket : buckets) {
    const auto& bins = bucket.sketch.bins();
    sizes.push_back(static_cast<double>(bins.size()));
    for (size_t i = 0; i < bins.size(); ++i) {
      if (i == 0)
        firsts.push_back(bins[i].position);
      else
        steps.push_back(bins[i].position - bins[i - 1].position);
      counts.push_back(bins[i].count);
    }
  }
  for (const auto* column : {&sizes, &firsts, &steps, &counts}) put_column(out, *column, exact);
}

bool take_list(BitReader& in, std::span<Bucket> buckets) {
  std::vector<double> sizes, firsts, steps, counts;
  if (!take_column(in, buckets.size(), sizes)) return false;
  size_t bins_in_all = 0, with_bins = 0;
  for (double size : sizes) {
    if (!(size >= 0 && size <= most_bins) || std::trunc(size) != size) return false;
    bins_in_all += static_cast<size_t>(size);
    with_bins += size > 0 ? 1 : 0;
  }
  if (bins_in_all > most_counts || !take_column(in, with_bins, firsts) ||
      !take_column(in, bins_in_all - with_bins, steps) || !take_column(in, bins_in_all, counts))
    return false;
  auto first = firsts.begin(), step = steps.begin(), count = counts.begin();
  for (size_t i = 0; i < buckets.size(); ++i) {
    std::vector<Sketch::Bin> bins;
    double position = 0;
    for (size_t left = static_cast<size_t>(sizes[i]); left > 0; --left) {
      position = bins.empty() ? *first++ : position + *step++;
      const auto known = to_position(position);
      if (!known) return false;
      bins.push_back({*known, *count++});
    }
    if (!give_sketch(buckets[i], std::move(bins))) return false;
  }
  return true;
}

}  // namespace sketch_columns_impl

void put_sketches(BitWriter& out, std::span<const Bucket> buckets) {
  using namespace sketch_columns_impl;
  const auto width = width_of_table(buckets);
  const Form form = width ? Form::table : Form::list;
  out.put(static_cast<uint64_t>(form), bits_of_form(BlockLayout::second));
  if (width) return put_table(out, buckets, *width);
  put_list(out, buckets);
}

bool take_sketches(BitReader& in, BlockLayout layout, std::span<Bucket> buckets) {
  using namespace sketch_columns_impl;
  switch (static_cast<Form>(in.take(bits_of_form(layout)))) {
    case Form::list:
      return take_list(in, buckets);
    case Form::plain_table:
      return layout == BlockLayout::first && take_plain_table(in, buckets);
    case Form::table:
      return take_table(in, buckets);
  }
  return false;
}

}  // namespace foreshock::store
