#pragma once
// A VirtualReplica in real time: what its requests meet is told when the clock says so.
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>

#include "core/instant.h"
#include "enginesim/replica_counts.h"
#include "net/io.h"

namespace foreshock::enginesim {

// Made once as a shared_ptr; used on the thread of its executor only. Times are seconds since it was made.
class LiveReplica : public std::enable_shared_from_this<LiveReplica> {
 public:
  // Hears how far a request has come: on its admission, when tokens came, and of its end, which is the last.
  using Listener = std::function<void(const VirtualOutcome& so_far)>;
  using Change = std::function<void(VirtualReplica&, double now, std::vector<VirtualOutcome>&)>;

  // CLOCK must outlive this. RESTARTS: by itself, when its host has no memory left.
  LiveReplica(net::Executor executor, const VirtualSpec& spec, bool restarts, const Clock& clock);
  ~LiveReplica();

  // Brings the model to this moment, which it returns, and tells what has happened.
  double catch_up();
  // The model as it stood then.
  const VirtualReplica& model() const { return model_; }
  // At the moment of the last catch_up. LISTENER hears nothing before this call has returned, and may call
  // this replica.
  std::optional<VirtualRefusal> submit(const VirtualRequest& request, CountedAs counted, Listener listener);
  // Its client has left: LISTENER hears no more. TOKENS: it goes on until it has them; none: it ends.
  void leave(uint64_t id, std::optional<int64_t> tokens);
  void change(const Change& change);
  EngineMetrics metrics(std::string model);

 private:
  struct Timer;
  struct Live {
    CountedRequest counted;
    Listener listener;  // empty when the client has left
  };
  struct News {
    Listener listener;
    VirtualOutcome so_far;
  };

  void note(const std::vector<VirtualOutcome>& outcomes);
  double count_tokens();
  void tell();
  void set_timer(double no_later_than);

  const Clock& clock_;
  const Instant started_;
  const bool restarts_;
  VirtualReplica model_;
  ReplicaCounts counts_;
  double now_ = 0;
  std::unordered_map<uint64_t, Live> live_;
  std::deque<News> news_;
  bool telling_ = false;
  std::unique_ptr<Timer> timer_;
};

}  // namespace foreshock::enginesim
