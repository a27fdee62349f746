#pragma once
// The second arrow: watches every series, in the total and in each stratum, and says which changed. What
// wakes nobody is watched in the strata in which evidence is looked for.
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/finding.h"
#include "core/series.h"
#include "core/shift.h"
#include "core/signal_catalog.h"
#include "detect/series_watch.h"

namespace foreshock::detect {

struct WatchOptions {
  // All series together raise a false alarm once in that time, on average, if each behaves as in the time
  // from which it was learnt. Half of the budget is the totals'.
  Duration a_false_alarm_in = std::chrono::hours(24 * 30);
  Grains grains;
  // The most values of a dimension that are watched at a time; clients choose the names of models. One more
  // takes the room of the one that was quiet longest, an hour at least, or is not watched.
  size_t values_of_a_dimension = 500;
};

class Watch final : public ShiftBook {
 public:
  // Of SIGNALS those that are not watched are passed over. What is added to them later is watched
  // from then on.
  Watch(Signals signals, WatchOptions options);
  ~Watch() override;

  void take(const SampleGrid& grid);
  void take(const Sample& sample);
  // Looks at what has been told since, and gives what it finds; once in 10 s is enough. Findings have no
  // identity yet.
  std::vector<Finding> close(Instant now);

  std::optional<Shift> shift(const SeriesKey& key, Instant from, Instant to) const override;
  double usual(const SeriesKey& key, Instant at) const override;
  double moved(const SeriesKey& key, double usual, double measure) const override;
  std::vector<std::string> values_of(
      std::string_view dimension) const override;  // in the order of their coming, as long as there is room
  // Whether a series has changed and is not back.
  bool changed(const SeriesKey& key) const;
  const SeriesWatch* find(const SeriesKey& key) const;    // nullptr: not watched, or nothing seen of it
  const SignalSpec* spec(std::string_view signal) const;  // nullptr: not watched
  size_t series() const { return series_; }
  size_t known() const { return known_; }  // of these: those with enough learnt to compare with
  // Signals that have been seen in the total, but not enough to compare with.
  std::vector<std::string> unknown() const;

 private:
  struct Place;

  Place* place(const Stratum& stratum, Instant at);  // nullptr: there is no room for it
  std::optional<size_t> room(const Stratum& stratum, Instant at);
  std::optional<size_t> drop_quiet(const std::string& dimension, Instant at);
  void add(Place& place, size_t signal, double value, Instant at);
  double units_a_false_alarm(const SignalSpec& spec, bool total) const;

  void index_new();
  std::optional<size_t> index_of(std::string_view signal);

  const Signals signals_;
  size_t indexed_ = 0;  // of them
  double waking_ = 0;   // signals that may wake somebody
  WatchOptions options_;
  std::unordered_map<std::string_view, size_t> index_;
  std::vector<std::unique_ptr<Place>> places_;
  std::unordered_map<Stratum, size_t> by_stratum_;
  struct Dimension {
    size_t values = 0;
    Instant full_until;  // saves the search after one in vain
  };
  std::unordered_map<std::string, Dimension> dimensions_;
  struct Touched {
    size_t place, signal;
  };
  std::vector<Touched> touched_;
  size_t series_ = 0, known_ = 0;
};

}  // namespace foreshock::detect
