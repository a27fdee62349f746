#include "store/bucket_table.h"

#include <algorithm>
#include <cmath>

namespace foreshock::store {
namespace bucket_table_impl {

constexpr double largest = 1e200;         // sums stay finite
constexpr size_t longest_value = 200;     // bytes of a stratum's value
constexpr size_t most_unsaved = 100'000;  // buckets; a flush that fails for hours may not eat the memory
constexpr size_t most_fine_buckets = 1'000'000;

// How far back the 1 s buckets reach, less when there are too many of them.
Duration fine_horizon(size_t fine_buckets) {
  const double share = static_cast<double>(most_fine_buckets) / static_cast<double>(fine_buckets + 1);
  return share >= 1 ? fine_kept : from_seconds(seconds(fine_kept) * share);
}

}  // namespace bucket_table_impl

BucketTable::BucketTable(int64_t series_cap, std::span<const SignalSpec> signals)
    : series_cap_(static_cast<size_t>(std::max<int64_t>(series_cap, 0))) {
  for (const SignalSpec& signal : signals) rollups_.emplace(signal.name, signal.rollup);
}

void BucketTable::know(const SeriesKey& key, Instant last_used) {
  const std::lock_guard lock(mutex_);
  add_entry(key).last_used = last_used;
}

void BucketTable::take(std::span<const Sample> samples, Instant now) {
  const std::lock_guard lock(mutex_);
  for (const Sample& sample : samples) {
    if (keepable(sample, now))
      add(entry_for(sample.key), sample);
    else
      ++statistics_.samples_dropped;
  }
}

bool BucketTable::keepable(const Sample& sample, Instant now) const {
  using bucket_table_impl::largest;
  return sample.weight > 0 && sample.weight < largest && std::abs(sample.value) < largest &&
         std::abs(sample.value) * sample.weight < largest && sample.at >= Instant{} &&
         sample.at >= now - coarse_kept;
}

BucketTable::Entry& BucketTable::entry_for(const SeriesKey& key) {
  if (const auto found = entries_.find(key); found != entries_.end()) return found->second;
  if (has_room_for(key)) return add_entry(key);
  ++statistics_.samples_to_other;
  const SeriesKey other{key.signal, Stratum{key.stratum.dimension, std::string(other_value)}};
  if (const auto found = entries_.find(other); found != entries_.end()) return found->second;
  return add_entry(other);
}

bool BucketTable::has_room_for(const SeriesKey& key) const {
  if (key.stratum.value.empty() || key.stratum.value == other_value) return true;
  return entries_.size() < series_cap_ && key.stratum.value.size() <= bucket_table_impl::longest_value;
}

BucketTable::Entry& BucketTable::add_entry(const SeriesKey& key) {
  Entry& entry = entries_[key];
  entry.key = key;
  const auto rollup = rollups_.find(key.signal);
  entry.with_sketch = rollup != rollups_.end() && rollup->second == Rollup::distribution;
  tidy_order_.push_back(&entry);
  return entry;
}

void BucketTable::add(Entry& entry, const Sample& sample) {
  const size_t before = entry.fine.size();
  entry.fine.find_or_add(bucket_start(sample.at, fine_grain))
      .add(sample.value, sample.weight, entry.with_sketch);
  fine_count_ += entry.fine.size() - before;
  entry.last_used = std::max(entry.last_used, sample.at);
  add_coarse(entry, sample);
}

void BucketTable::add_coarse(Entry& entry, const Sample& sample) {
  const Instant start = bucket_start(sample.at, coarse_grain);
  Bucket* bucket = entry.unsaved.find(start);
  if (bucket == nullptr) {
    if (unsaved_count_ >= bucket_table_impl::most_unsaved) {
      ++statistics_.samples_dropped;
      return;
    }
    if (entry.unsaved.empty()) dirty_.push_back(&entry);
    ++unsaved_count_;
    bucket = &entry.unsaved.find_or_add(start);
  }
  bucket->add(sample.value, sample.weight, entry.with_sketch);
}

std::vector<Bucket> BucketTable::read(const SeriesKey& key, Duration grain, Instant from, Instant to) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  if (found == entries_.end()) return {};
  BucketRun run;
  if (grain == fine_grain) {
    found->second.fine.copy_to(run, from, to);
  } else if (grain == coarse_grain) {
    found->second.saving.copy_to(run, from, to);
    found->second.unsaved.copy_to(run, from, to);
  }
  return std::move(run).release();
}

std::vector<SeriesKey> BucketTable::keys() const {
  std::vector<SeriesKey> keys;
  {
    const std::lock_guard lock(mutex_);
    keys.reserve(entries_.size());
    for (const auto& [key, entry] : entries_) keys.push_back(key);
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::vector<BucketTable::Unsaved> BucketTable::begin_flush() {
  const std::lock_guard lock(mutex_);
  saving_ = std::move(dirty_);
  dirty_.clear();
  std::vector<Unsaved> unsaved;
  unsaved.reserve(saving_.size());
  for (Entry* entry : saving_) {
    entry->saving = std::move(entry->unsaved);
    entry->unsaved = {};
    unsaved.push_back({&entry->key, &entry->saving.buckets()});
  }
  return unsaved;
}

void BucketTable::end_flush(bool saved) {
  const std::lock_guard lock(mutex_);
  for (Entry* entry : saving_) {
    unsaved_count_ -= entry->saving.size();
    if (!saved) {
      if (entry->unsaved.empty()) dirty_.push_back(entry);
      const size_t before = entry->unsaved.size();
      entry->unsaved.merge(entry->saving);
      unsaved_count_ += entry->unsaved.size() - before;
    }
    entry->saving = {};
  }
  saving_.clear();
}

void BucketTable::tidy(Instant now) {
  const std::lock_guard lock(mutex_);
  for (size_t left = (tidy_order_.size() + 59) / 60; left > 0; --left) {
    Entry* entry = tidy_order_.front();
    tidy_order_.pop_front();
    const Instant oldest = now - bucket_table_impl::fine_horizon(fine_count_);
    fine_count_ -= entry->fine.drop_before(oldest);
    const bool idle = entry->unsaved.empty() && entry->saving.empty() && entry->fine.empty() &&
                      entry->last_used < now - coarse_kept;
    if (idle)
      entries_.erase(SeriesKey(entry->key));
    else
      tidy_order_.push_back(entry);
  }
}

BucketTable::Statistics BucketTable::statistics() const {
  const std::lock_guard lock(mutex_);
  Statistics statistics = statistics_;
  statistics.series = entries_.size();
  return statistics;
}

}  // namespace foreshock::store
