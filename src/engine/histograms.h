#pragma once
// The histograms of engines: how signals that the gateway measures by itself are spread, as the engine
// measures them. Read off a server that keeps metrics; pages are read without them.
#include <span>
#include <string_view>

namespace foreshock::engine {

// Of the rows of one signal the first counts that is there.
struct HistogramRow {
  std::string_view signal;     // of signals/signals.cpp
  std::string_view histogram;  // without _bucket, _sum or _count
};

std::span<const HistogramRow> histograms();

}  // namespace foreshock::engine
