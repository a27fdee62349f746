#pragma once
// The series in memory, a row of them for each stratum: which there are, which make room for others. Not
// thread-safe.
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/series.h"
#include "core/signal_spec.h"
#include "store/bucket_run.h"
#include "store/grain.h"

namespace foreshock::store {

// Where samples go for whose series, or whose label, there is no room.
inline constexpr std::string_view other_value = "other";

struct SeriesLimits {
  int64_t series = 20'000;
  int64_t labels = 500;  // values of one dimension
};

struct SeriesEntry {
  SeriesKey key;
  bool with_sketch = false;
  Instant last_used;
  BucketRun fine;    // 1 s
  BucketRun fresh;   // 1 s, taken since the last flush began
  BucketRun saving;  // 10 s, on their way to the disk

  bool all_saved() const { return fresh.empty() && saving.empty(); }
};

class SeriesRows {
 public:
  SeriesRows(const SeriesLimits& limits, std::span<const SignalSpec> signals);

  struct Row {
    Stratum stratum;
    Instant last_used;
    std::vector<std::unique_ptr<SeriesEntry>> entries;  // by place_of(signal)
  };

  // The place of a signal in every row. About 20 ns.
  size_t place_of(std::string_view signal);
  // The row of a stratum. When its dimension is full, the value that was used least recently makes room, if
  // it has been quiet for a quarter of an hour, so that values that come only once displace none in use; else
  // it is that of "other", and REROUTED is set. NOW is the time of use.
  Row& row_for(const Stratum& stratum, Instant now, bool& rerouted);
  // The series; that of "other" likewise.
  SeriesEntry& entry_for(Row& row, size_t place, Instant now, bool& rerouted);
  SeriesEntry* find(const SeriesKey& key);

  // A series that is on disk already; does nothing without room.
  void know(const SeriesKey& key, Instant last_used);

  size_t series() const { return series_; }
  void for_each(const std::function<void(SeriesEntry&)>& visit);
  // The next sixtieth of the rows: VISIT says of each series whether it may go.
  void look_after(const std::function<bool(SeriesEntry&)>& visit);

 private:
  using Rows = std::list<Row>;
  struct Dimension {
    int64_t labels = 0;
    Instant full_until;  // before then nothing can fall
  };
  struct TextHash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  Row& add_row(const Stratum& stratum, Instant now);
  SeriesEntry& add_entry(Row& row, size_t place);
  bool has_room(const Stratum& stratum, Instant now);
  bool drop_quiet(Instant now, Instant& full_until, const std::string* dimension);
  void erase(Rows::iterator row);

  const SeriesLimits limits_;
  std::unordered_map<std::string, size_t, TextHash, std::equal_to<>> places_;
  struct Signal {
    std::string name;
    bool with_sketch;
  };
  std::vector<Signal> signals_;
  Rows rows_;
  std::unordered_map<Stratum, Rows::iterator> by_stratum_;
  std::unordered_map<std::string, Dimension> dimensions_;
  Instant full_until_;
  size_t series_ = 0;
};

}  // namespace foreshock::store
