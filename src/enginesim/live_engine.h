#pragma once
// The model in real time: what it emits is delivered when the clock says so.
#include <functional>
#include <memory>
#include <unordered_map>

#include "core/instant.h"
#include "enginesim/model.h"
#include "enginesim/options.h"
#include "net/io.h"

namespace foreshock::enginesim {

// Made once as a shared_ptr; used on the thread of its executor only.
class LiveEngine : public std::enable_shared_from_this<LiveEngine> {
 public:
  using Listener = std::function<void(Emission)>;

  // CLOCK must outlive this. The engine begins to load now.
  LiveEngine(net::Executor executor, const SimulatedEngineOptions& options, const Clock& clock);
  ~LiveEngine();

  // LISTENER hears everything about the request, never before this call has returned. It must not call the
  // engine.
  RequestId submit(Request request, Listener listener);
  void cancel(RequestId id);
  // The model as it stands now.
  const Model& model();
  bool is_loaded() const;
  void forget_prefixes() { model_.forget_prefixes(); }

 private:
  struct Timer;
  Instant model_now() const;
  void catch_up();
  void set_timer();

  const Clock& clock_;
  const Instant started_;
  const double speed_;
  Model model_;
  std::unordered_map<RequestId, Listener> listeners_;
  std::unique_ptr<Timer> timer_;
};

}  // namespace foreshock::enginesim
