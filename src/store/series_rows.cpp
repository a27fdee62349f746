#include "store/series_rows.h"

#include <algorithm>

namespace foreshock::store {
namespace series_rows_impl {

constexpr size_t longest_value = 200;  // bytes

// The total and "other" are always there.
bool always_has_room(const Stratum& stratum) {
  return stratum.value.empty() || stratum.value == other_value;
}

constexpr Duration search_again_after = std::chrono::seconds(10);

// Nothing of it is in memory only.
bool quiet(const SeriesRows::Row& row) {
  return std::all_of(row.entries.begin(), row.entries.end(), [](const auto& entry) {
    return entry == nullptr || (entry->all_saved() && entry->fine.empty());
  });
}

}  // namespace series_rows_impl

SeriesRows::SeriesRows(const SeriesLimits& limits, std::span<const SignalSpec> signals) : limits_(limits) {
  for (const SignalSpec& signal : signals) {
    places_.emplace(signal.name, signals_.size());
    signals_.push_back({std::string(signal.name), signal.rollup == Rollup::distribution});
  }
}

size_t SeriesRows::place_of(std::string_view signal) {
  if (const auto found = places_.find(signal); found != places_.end()) return found->second;
  places_.emplace(signal, signals_.size());
  signals_.push_back({std::string(signal), false});
  return signals_.size() - 1;
}

SeriesRows::Row& SeriesRows::row_for(const Stratum& stratum, Instant now, bool& rerouted) {
  const auto found = by_stratum_.find(stratum);
  rerouted = found == by_stratum_.end() && !has_room(stratum, now);
  if (rerouted) {
    bool again = false;
    return row_for({stratum.dimension, std::string(other_value)}, now, again);
  }
  Row& row = found != by_stratum_.end() ? *found->second : add_row(stratum, now);
  row.last_used = std::max(row.last_used, now);
  return row;
}

SeriesEntry& SeriesRows::entry_for(Row& row, size_t place, Instant now, bool& rerouted) {
  rerouted = false;
  if (place < row.entries.size() && row.entries[place] != nullptr) return *row.entries[place];
  if (series_rows_impl::always_has_room(row.stratum) || static_cast<int64_t>(series_) < limits_.series ||
      drop_quiet(now, full_until_, nullptr))
    return add_entry(row, place);
  bool again = false;
  Row& other = row_for({row.stratum.dimension, std::string(other_value)}, now, again);
  SeriesEntry& entry = entry_for(other, place, now, again);
  rerouted = true;
  return entry;
}

SeriesEntry* SeriesRows::find(const SeriesKey& key) {
  const auto row = by_stratum_.find(key.stratum);
  const auto place = places_.find(key.signal);
  if (row == by_stratum_.end() || place == places_.end() || place->second >= row->second->entries.size())
    return nullptr;
  return row->second->entries[place->second].get();
}

void SeriesRows::know(const SeriesKey& key, Instant last_used) {
  bool rerouted = false;
  Row& row = row_for(key.stratum, last_used, rerouted);
  if (rerouted) return;
  SeriesEntry& entry = entry_for(row, place_of(key.signal), last_used, rerouted);
  if (!rerouted) entry.last_used = std::max(entry.last_used, last_used);
}

bool SeriesRows::has_room(const Stratum& stratum, Instant now) {
  if (series_rows_impl::always_has_room(stratum)) return true;
  if (stratum.value.size() > series_rows_impl::longest_value) return false;
  Dimension& dimension = dimensions_[stratum.dimension];
  return dimension.labels < limits_.labels || drop_quiet(now, dimension.full_until, &stratum.dimension);
}

// Drops the quiet label that was used least recently. FULL_UNTIL saves the search after one in vain.
bool SeriesRows::drop_quiet(Instant now, Instant& full_until, const std::string* dimension) {
  if (now < full_until) return false;
  auto oldest = rows_.end();
  for (auto row = rows_.begin(); row != rows_.end(); ++row) {
    if (dimension != nullptr && row->stratum.dimension != *dimension) continue;
    if (series_rows_impl::always_has_room(row->stratum) || row->last_used > now - fine_kept) continue;
    if (oldest != rows_.end() && row->last_used >= oldest->last_used) continue;
    if (series_rows_impl::quiet(*row)) oldest = row;
  }
  if (oldest == rows_.end()) {
    full_until = now + series_rows_impl::search_again_after;
    return false;
  }
  erase(oldest);
  return true;
}

SeriesRows::Row& SeriesRows::add_row(const Stratum& stratum, Instant now) {
  rows_.push_back(Row{stratum, now, {}});
  by_stratum_.emplace(stratum, std::prev(rows_.end()));
  if (!series_rows_impl::always_has_room(stratum)) ++dimensions_[stratum.dimension].labels;
  return rows_.back();
}

SeriesEntry& SeriesRows::add_entry(Row& row, size_t place) {
  if (row.entries.size() <= place) row.entries.resize(signals_.size());
  auto& entry = row.entries[place];
  entry = std::make_unique<SeriesEntry>();
  entry->key = {signals_[place].name, row.stratum};
  entry->with_sketch = signals_[place].with_sketch;
  ++series_;
  return *entry;
}

void SeriesRows::erase(Rows::iterator row) {
  for (const auto& entry : row->entries) series_ -= entry != nullptr ? 1 : 0;
  if (!series_rows_impl::always_has_room(row->stratum)) --dimensions_[row->stratum.dimension].labels;
  by_stratum_.erase(row->stratum);
  rows_.erase(row);
}

void SeriesRows::for_each(const std::function<void(SeriesEntry&)>& visit) {
  for (Row& row : rows_)
    for (const auto& entry : row.entries)
      if (entry != nullptr) visit(*entry);
}

void SeriesRows::look_after(const std::function<bool(SeriesEntry&)>& visit) {
  for (size_t left = (rows_.size() + 59) / 60; left > 0; --left) {
    Row& row = rows_.front();
    bool empty = true;
    for (auto& entry : row.entries) {
      if (entry != nullptr && visit(*entry)) {
        entry.reset();
        --series_;
      }
      empty = empty && entry == nullptr;
    }
    if (empty)
      erase(rows_.begin());
    else
      rows_.splice(rows_.end(), rows_, rows_.begin());
  }
}

}  // namespace foreshock::store
