#pragma once
// The front door for what was measured elsewhere, long ago: minutes of series, also older than samples may
// be. For a data_dir that no service has open.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/series.h"

namespace foreshock::store {

struct SeriesHistory {
  SeriesKey key;
  std::vector<Bucket> minutes;  // each begins at a whole minute, oldest first
};

struct HistoryTaken {
  size_t taken = 0;            // minutes that were not there
  size_t there = 0;            // minutes, or the hours of them, of which something was: it stays
  size_t out_of_reach = 0;     // older than is kept, or not over yet
  size_t series_left_out = 0;  // there is no room for more series
};

class HistoryWriter {
 public:
  // Makes DATA_DIR when it is missing, and holds it: nobody else can open it meanwhile. CLOCK outlives it.
  // Errors: bad_config (a service has it open, another program's file), io, newer_format.
  static Result<std::unique_ptr<HistoryWriter>> open(const std::string& data_dir, const Clock& clock,
                                                     size_t series_cap = 20'000);
  ~HistoryWriter();

  // All of it, or on an error nothing; a series once at most. A minute of a series that is there already
  // stays as it is, so that the same history twice is the same as once; of days whose minutes are no longer
  // kept (35 days) an hour. Best a day or more of each series at once: about 0.3 ms a day of one, with
  // distributions 2 ms.
  Result<HistoryTaken> add(std::span<const SeriesHistory> history);

 private:
  struct Parts;
  explicit HistoryWriter(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace foreshock::store
