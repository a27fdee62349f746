#pragma once
// The answers to one HTTP request in the making.
#include <memory>
#include <vector>

#include "enginesim/live_engine.h"
#include "net/http_server.h"

namespace foreshock::enginesim {

// On the engine's thread. Its end cancels what is unfinished.
class AnswerJob {
 public:
  AnswerJob(std::shared_ptr<LiveEngine> engine, net::Executor executor, const std::vector<Request>& choices);
  ~AnswerJob();
  AnswerJob(const AnswerJob&) = delete;
  AnswerJob& operator=(const AnswerJob&) = delete;

  // Waits for the next emissions; none when the client of RESPONDER has left.
  net::Awaitable<std::vector<Emission>> next(const net::Responder& responder);
  // The first choice's; the others follow it.
  RequestId first_id() const { return first_id_; }
  size_t choice_of(RequestId id) const { return static_cast<size_t>(id - first_id_); }

 private:
  struct Inbox;
  std::shared_ptr<LiveEngine> engine_;
  std::shared_ptr<Inbox> inbox_;
  size_t choices_;
  RequestId first_id_ = 0;
};

}  // namespace foreshock::enginesim
