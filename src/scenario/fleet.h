#pragma once
// The replicas of a story as one service: versions, dials, events, routing. Times without a name are those of
// the model.
#include <string_view>
#include <vector>

#include "enginesim/device_page.h"
#include "scenario/pace.h"
#include "scenario/replicas.h"
#include "scenario/routing.h"

namespace foreshock::scenario {

class Fleet {
 public:
  // All outlive it.
  Fleet(const Story& story, Timeline& timeline, const Pace& pace, Replicas& replicas);

  size_t size() const { return engines_.size(); }
  const enginesim::VirtualReplica& replica(size_t index) const { return replicas_.at(index); }
  // Valid as long as the story.
  std::string_view version(size_t index) const { return engines_[index].version; }
  // Of the device, as its readings name it; likewise.
  std::string_view driver(size_t index) const { return engines_[index].driver; }
  ReplicaFacts facts_of(size_t index, double now) const;
  // The seconds of the story that a replica has been running.
  double uptime(size_t index, double now) const;
  // Whether every replica is up and hardly anybody waits.
  bool at_ease(double now) const;

  // Sets every dial that has moved, of all replicas or of one. A restart resets requests; so does a host
  // without memory.
  void turn_dials(double now, Outcomes& out);
  void turn_dials_of(size_t index, double now, Outcomes& out);
  // A new version or configuration exchanges the process, any event may restart it; after the end of a
  // version, or of a change of the host, the one before it is back.
  void on_event(const StoryEvent& event, bool begins, double now, Outcomes& out);
  // The index of a replica: of those that fit, the one with the fewest attempts under way. WANTED: where the
  // session's context lies, -1 for nowhere.
  struct Routed {
    size_t replica;
    bool astray = false;  // by a fault
  };
  Routed route(const RequestFacts& request, int64_t wanted, double now);
  // An attempt goes to a replica; it has ended.
  void sent(size_t index) { ++loads_[index].requests; }
  void done(size_t index) { --loads_[index].requests; }

 private:
  struct Engine {
    std::string_view version, driver = enginesim::usual_driver;
    std::vector<double> dials;                      // as set last, by Timeline::engine_dials
    double started_at = 0;                          // in the story
    std::vector<const StoryEvent*> carried, hosts;  // those that brought a version or a driver, not ended
    std::vector<const Fault*> restarted_by;
  };

  void restart_once(size_t index, double now, Outcomes& out);
  void change_host(size_t index, const StoryEvent& event, bool begins);
  void exchange(size_t index, std::string_view version, bool restart, double now, Outcomes& out);

  const Story& story_;
  Timeline& timeline_;
  const Pace& pace_;
  Replicas& replicas_;
  std::vector<Engine> engines_;
  std::vector<ReplicaLoad> loads_;
};

}  // namespace foreshock::scenario
