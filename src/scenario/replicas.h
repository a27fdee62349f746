#pragma once
// The replicas of a story: models in virtual time, or behind sockets. Times are those of the model, in
// seconds.
#include <functional>
#include <memory>
#include <vector>

#include "enginesim/virtual_replica.h"
#include "scenario/story.h"

namespace foreshock::scenario {

using Outcomes = std::vector<enginesim::VirtualOutcome>;

// What replica INDEX of STORY is like where every dial is healthy, after its history or, WITH_HISTORY, before
// it.
enginesim::VirtualSpec spec_of(const Story& story, uint64_t seed, size_t index, bool with_history);

class Replicas {
 public:
  using Change = std::function<void(enginesim::VirtualReplica&, double now, Outcomes&)>;

  virtual ~Replicas() = default;
  virtual size_t size() const = 0;
  virtual const enginesim::VirtualReplica& at(size_t index) const = 0;
  // OUT gets what its requests meet by it, unless their clients hear of it otherwise.
  virtual void change(size_t index, double now, Outcomes& out, const Change& change) = 0;
  virtual void set_version(size_t index, std::string_view version) = 0;
  virtual void set_driver(size_t index, std::string_view driver) = 0;
};

class VirtualReplicas final : public Replicas {
 public:
  VirtualReplicas(const Story& story, uint64_t seed, bool with_history);

  size_t size() const override { return replicas_.size(); }
  const enginesim::VirtualReplica& at(size_t index) const override { return *replicas_[index]; }
  enginesim::VirtualReplica& at(size_t index) { return *replicas_[index]; }
  void change(size_t index, double now, Outcomes& out, const Change& change) override {
    change(*replicas_[index], now, out);
  }
  void set_version(size_t, std::string_view) override {}
  void set_driver(size_t, std::string_view) override {}
  double next_event_at() const;
  // What is due in one replica up to NOW; false: nothing is.
  bool advance(size_t index, double now, Outcomes& out);
  // For how many each request counts from now on.
  void set_weight(double requests);

 private:
  std::vector<std::unique_ptr<enginesim::VirtualReplica>> replicas_;
};

}  // namespace foreshock::scenario
