#pragma once
// Processor sharing in one number: the progress that each job in the share has made since the beginning. A
// job ends when it has grown by its work, so that a change of speed costs nothing a job.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace foreshock::enginesim {

class SharedProgress {
 public:
  struct Entry {
    double end;
    uint32_t slot;
    uint64_t stamp;  // which use of the slot
  };

  double value() const { return value_; }
  double rate() const { return rate_; }
  void set_rate(double a_second) { rate_ = a_second; }
  void move(double time) { value_ += rate_ * time; }
  void add(double work, uint32_t slot, uint64_t stamp) {
    heap_.push_back({value_ + work, slot, stamp});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  // The entry that ends first among those for which ALIVE holds; the others before it are dropped.
  template <class Alive>
  const Entry* first(Alive&& alive) {
    while (!heap_.empty() && !alive(heap_.front())) pop();
    return heap_.empty() ? nullptr : &heap_.front();
  }
  void pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    heap_.pop_back();
  }
  // Seconds until END is reached at this rate; less than a few nanoseconds count as none.
  double time_to(double end) const {
    if (rate_ <= 0) return std::numeric_limits<double>::infinity();
    const double time = (end - value_) / rate_;
    return time < 4e-9 ? 0 : time;
  }

 private:
  static bool later(const Entry& a, const Entry& b) {
    return a.end > b.end || (a.end == b.end && a.stamp > b.stamp);
  }

  std::vector<Entry> heap_;
  double value_ = 0, rate_ = 0;
};

}  // namespace foreshock::enginesim
