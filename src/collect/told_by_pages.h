#pragma once
// What pages of engines and exporters tell of replicas, so that it is not told a second time.
#include <map>
#include <mutex>
#include <string>

#include "core/ports.h"

namespace foreshock::collect {

// Hands samples of pages on, and remembers who told what. Thread-safe.
class ToldByPages final : public SeriesSink {
 public:
  // FRESH: how long after its last sample a page still counts as the one that tells. Until then after BEGIN
  // it is not known who tells what, and all counts as told.
  ToldByPages(SeriesSink& next, Instant begin, Duration fresh) : next_(next), begin_(begin), fresh_(fresh) {}

  void take(std::span<const Sample> samples) override;
  // Whether a page tells SIGNAL of REPLICA.
  bool tells(std::string_view signal, const std::string& replica, Instant now) const;

 private:
  SeriesSink& next_;
  const Instant begin_;
  const Duration fresh_;
  mutable std::mutex mutex_;                                                 // guards what follows
  std::map<std::string, std::map<std::string, Instant, std::less<>>> last_;  // by replica and signal
};

}  // namespace foreshock::collect
