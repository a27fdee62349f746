#include "store/bucket_table.h"

#include <algorithm>
#include <cmath>

#include "store/roll_up.h"

namespace foreshock::store {
namespace bucket_table_impl {

constexpr double largest = 1e200;         // sums stay finite
constexpr size_t most_waiting = 200'000;  // buckets; a flush that fails for hours may not eat the memory
constexpr size_t most_fine_buckets = 1'000'000;

// How far back the 1 s buckets reach, less when there are too many of them.
Duration fine_horizon(size_t fine_buckets) {
  const double share = static_cast<double>(most_fine_buckets) / static_cast<double>(fine_buckets + 1);
  return share >= 1 ? fine_kept : from_seconds(seconds(fine_kept) * share);
}

bool keepable(Instant at, Instant now) {
  return at >= Instant{} && at >= now - oldest_sample;
}
bool keepable(double value, double weight) {
  return weight > 0 && weight < largest && std::abs(value) < largest && std::abs(value) * weight < largest;
}

}  // namespace bucket_table_impl

// What goes into the series of one signal in every stratum: a value, or many.
struct BucketTable::Column {
  size_t place = 0;
  double value = 0, weight = 0;
  int32_t position = 0;  // of the value, in a sketch
  const Bucket* values = nullptr;

  static Column of_value(size_t place, double value, double weight) {
    return {place, value, weight, Sketch::position_of(value), nullptr};
  }
};

BucketTable::BucketTable(const SeriesLimits& limits, std::span<const SignalSpec> signals)
    : rows_(limits, signals) {}

void BucketTable::know(const SeriesKey& key, Instant last_used) {
  const std::lock_guard lock(mutex_);
  rows_.know(key, last_used);
}

void BucketTable::take(std::span<const Sample> samples, Instant now) {
  const std::lock_guard lock(mutex_);
  for (const Sample& sample : samples) {
    if (!bucket_table_impl::keepable(sample.at, now) ||
        !bucket_table_impl::keepable(sample.value, sample.weight)) {
      ++statistics_.samples_dropped;
      continue;
    }
    bool to_other = false, to_other_too = false;
    auto& row = rows_.row_for(sample.key.stratum, sample.at, to_other);
    const size_t place = rows_.place_of(sample.key.signal);
    SeriesEntry& entry = rows_.entry_for(row, place, sample.at, to_other_too);
    statistics_.samples_to_other += to_other || to_other_too ? 1 : 0;
    add(entry, Column::of_value(place, sample.value, sample.weight), sample.at);
  }
}

std::vector<BucketTable::Column> BucketTable::columns_of(const SampleGrid& grid, Instant now) {
  std::vector<Column> columns;
  columns.reserve(grid.values.size() + grid.spreads.size());
  if (bucket_table_impl::keepable(grid.at, now)) {
    for (const auto& [signal, value, weight] : grid.values)
      if (bucket_table_impl::keepable(value, weight))
        columns.push_back(Column::of_value(rows_.place_of(signal), value, weight));
    for (const auto& [signal, values] : grid.spreads)
      if (bucket_table_impl::keepable(values.sum, values.count))
        columns.push_back({rows_.place_of(signal), 0, values.count, 0, &values});
  }
  const size_t asked = grid.values.size() + grid.spreads.size();
  statistics_.samples_dropped += (asked - columns.size()) * grid.strata.size();
  return columns;
}

void BucketTable::take(const SampleGrid& grid, Instant now) {
  const std::lock_guard lock(mutex_);
  const auto columns = columns_of(grid, now);
  if (columns.empty()) return;
  for (const Stratum& stratum : grid.strata) {
    bool to_other = false, to_other_too = false;
    auto& row = rows_.row_for(stratum, grid.at, to_other);
    for (const Column& column : columns) {
      SeriesEntry& entry = rows_.entry_for(row, column.place, grid.at, to_other_too);
      statistics_.samples_to_other += to_other || to_other_too ? 1 : 0;
      add(entry, column, grid.at);
    }
  }
}

void BucketTable::add(SeriesEntry& entry, const Column& column, Instant at) {
  const Instant start = bucket_start(at, fine_grain);
  Bucket* bucket = entry.fresh.find(start);
  if (bucket == nullptr) {
    if (waiting_count_ >= bucket_table_impl::most_waiting) {
      ++statistics_.samples_dropped;
      return;
    }
    if (entry.all_saved()) dirty_.push_back(&entry);
    ++waiting_count_;
    bucket = &entry.fresh.find_or_add(start);
  }
  if (column.values != nullptr) {
    bucket->merge(*column.values);
    if (!entry.with_sketch) bucket->sketch = {};
  } else {
    bucket->add(column.value, column.weight, false);
    if (entry.with_sketch) bucket->sketch.add_at(column.position, column.weight);
  }
  entry.last_used = std::max(entry.last_used, at);
}

std::vector<Bucket> BucketTable::read(const SeriesKey& key, Duration grain, Instant from, Instant to) const {
  const std::lock_guard lock(mutex_);
  const SeriesEntry* entry = rows_.find(key);
  if (entry == nullptr) return {};
  BucketRun run;
  if (grain == fine_grain) {
    entry->fine.copy_to(run, from, to);
    entry->fresh.copy_to(run, from, to);
  } else if (grain == coarse_grain) {
    entry->saving.copy_to(run, from, to);
    roll_up(entry->fresh.buckets(), coarse_grain).copy_to(run, from, to);
  }
  return std::move(run).release();
}

std::vector<SeriesKey> BucketTable::keys() const {
  std::vector<SeriesKey> keys;
  {
    const std::lock_guard lock(mutex_);
    keys.reserve(rows_.series());
    rows_.for_each([&](const SeriesEntry& entry) { keys.push_back(entry.key); });
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

// All that is fresh is from now on in FINE, and on its way to the disk.
void BucketTable::move_to_saving(SeriesEntry& entry) {
  waiting_count_ -= entry.fresh.size() + entry.saving.size();
  fine_count_ -= entry.fine.size();
  entry.saving.merge(roll_up(entry.fresh.buckets(), coarse_grain));
  entry.fine.merge(entry.fresh);
  entry.fresh = {};
  waiting_count_ += entry.saving.size();
  fine_count_ += entry.fine.size();
}

std::vector<BucketTable::Unsaved> BucketTable::begin_flush() {
  const std::lock_guard lock(mutex_);
  std::swap(saving_, dirty_);
  dirty_.clear();
  std::vector<Unsaved> unsaved;
  unsaved.reserve(saving_.size());
  for (SeriesEntry* entry : saving_) {
    move_to_saving(*entry);
    unsaved.push_back({&entry->key, &entry->saving.buckets()});
  }
  return unsaved;
}

// What was not saved waits in SAVING for the next flush.
void BucketTable::end_flush(bool saved) {
  const std::lock_guard lock(mutex_);
  for (SeriesEntry* entry : saving_) {
    if (saved) {
      waiting_count_ -= entry->saving.size();
      entry->saving = {};
    }
    if (!entry->all_saved()) dirty_.push_back(entry);
  }
  saving_.clear();
}

void BucketTable::tidy(Instant now) {
  const std::lock_guard lock(mutex_);
  rows_.look_after([&](SeriesEntry& entry) {
    fine_count_ -= entry.fine.drop_before(now - bucket_table_impl::fine_horizon(fine_count_));
    return entry.all_saved() && entry.fine.empty() && entry.last_used < now - oldest_sample;
  });
}

BucketTable::Statistics BucketTable::statistics() const {
  const std::lock_guard lock(mutex_);
  Statistics statistics = statistics_;
  statistics.series = rows_.series();
  return statistics;
}

}  // namespace foreshock::store
