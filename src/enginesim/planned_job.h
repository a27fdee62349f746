#pragma once
// The answers to one call in the making, as they are planned.
#include <memory>
#include <variant>
#include <vector>

#include "enginesim/planned_words.h"
#include "enginesim/served_service.h"

namespace foreshock::enginesim {

// One of its answers.
struct PlannedChoice {
  AnswerPlan plan;
  PlannedWords words;
  VirtualOutcome so_far;
};

// Why a call is not answered: an error, a connection that is reset, silence until the client leaves.
struct ConnectionReset {};
struct Silence {};
using Obstacle = std::variant<ApiError, ConnectionReset, Silence>;

// On the thread of the replica. Its end cancels what is unfinished.
class PlannedJob {
 public:
  explicit PlannedJob(std::shared_ptr<ServedService> service);
  ~PlannedJob();
  PlannedJob(const PlannedJob&) = delete;
  PlannedJob& operator=(const PlannedJob&) = delete;

  // Plans every choice of CALL and gives it to the replica.
  std::optional<Obstacle> begin(const net::HttpRequest& request, const ApiCall& call);
  // In the order of the call.
  std::vector<PlannedChoice>& choices();
  // Waits until more of a choice is there than was when this was last called; false when the client of
  // RESPONDER has left.
  net::Awaitable<bool> more(const net::Responder& responder);

 private:
  struct Inbox;
  std::optional<Obstacle> begin_choice(const net::HttpRequest& request, const ApiCall& choice);
  void leave(const PlannedChoice& choice);

  std::shared_ptr<ServedService> service_;
  std::shared_ptr<Inbox> inbox_;
  std::vector<std::optional<int64_t>> limits_;  // tokens that each client allows
};

}  // namespace foreshock::enginesim
