#pragma once
// The course of one request as a state machine without I/O: what happened comes in, what to do next goes out.
// The gateway drives it with sockets, a story with events. Not thread-safe; one a request.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.h"
#include "mitigate/allowance.h"
#include "mitigate/lease_board.h"
#include "mitigate/retry_budget.h"
#include "wire/stream_end.h"

namespace foreshock::mitigate {

// Of a request; what it points to outlives the pipeline.
struct RequestTraits {
  std::string_view model, request_class;
  bool can_be_shaped = false;      // its body is JSON that takes further fields
  Allowance* allowance = nullptr;  // of its client; nullptr: without limits
};

struct Route {
  std::optional<size_t> backend;  // nothing: there is none
  bool full = false;              // there are some, but none has room
};

// What the pipeline asks of its driver, at once.
class Router {
 public:
  virtual ~Router() = default;
  // One that is not among TRIED.
  virtual Route choose(std::span<const size_t> tried) = 0;
  virtual std::string_view name_of(size_t backend) const = 0;
  virtual std::string_view kind_of(size_t backend) const = 0;
};

// A member of the request's JSON and its value.
struct FieldChange {
  std::string_view field;
  int64_t value = 0;
};

struct Wait {};
// No backend has room: it waits for its turn, until has_room() or kept_waiting().
struct Queue {};
struct Send {
  size_t backend = 0;
  bool fresh = false;  // over a new connection
  std::optional<FieldChange> change;
};
// The request is over without an answer: the client gets ERROR. END says what it ended as.
struct Refuse {
  Error error;
  wire::StreamEnd end;
  Duration retry_after = std::chrono::seconds(1);  // where the client may try again
};
// The answer has begun and cannot be completed.
struct Break {
  Error error;
  wire::StreamEnd end;
};
struct Done {};
using Next = std::variant<Wait, Queue, Send, Refuse, Break, Done>;

// When a stage has its turn: once a request, for each attempt at it, when an attempt is lost, at the end.
// What an engine takes, and where a dial holds, depends on the backend: so a request is shaped once it is
// routed.
enum class Part : uint8_t { request, attempt, loss, end };

class Pipeline;
struct StageRow {
  std::string_view name;
  Part part;
  // What to do, or nothing: the next stage decides.
  std::optional<Next> (*run)(Pipeline& pipeline, Instant now);
  std::string_view help;  // one sentence, with its full stop
};
// In the order of the flow; the last one of each part decides.
std::span<const StageRow> stages();

class Pipeline {
 public:
  // DIALS may be nullptr: nothing is shaped; RETRIES too: nothing that was busy is tried elsewhere. All
  // outlive it.
  Pipeline(Router& router, DialReader* dials, RetryBudget* retries = nullptr)
      : router_(&router), dials_(dials), retries_(retries) {}

  // The request is known.
  Next arrived(const RequestTraits& request, Instant now);
  // It is no request that can be sent.
  Next rejected(Error why);
  // Its turn has come, at that backend.
  Next has_room(size_t backend, Instant now);
  // Its turn did not come in time, or so many wait already that it cannot wait at all.
  Next kept_waiting(Error why, Duration retry_after);
  // The backend takes no connection.
  Next refused(Error why, Instant now);
  // Its connection ended before the answer did. REUSED: it had carried another request.
  Next lost(Error why, bool reused, Instant now);
  // It answers that it has no room: it has begun nothing. Wait: its answer goes to the client.
  Next busy(Instant now);
  // What the backend answers is no answer, or too late.
  Next failed(Error why, wire::StreamEnd end);
  // A byte of the answer came: from here on nothing is sent again.
  Next first_byte();
  // It is an answer, and goes to the client.
  Next answer_began();
  Next answered(Instant now);
  Next client_left(Instant now);
  // However it went: it used TOKENS, of prompt and answer.
  void over(int64_t tokens, Instant now);

  // "pass", or "shape; draft_length=2"; then "; route=" and the backend, and "; retries=" where there were
  // any.
  std::string trail() const;

 private:
  friend struct Stages;
  enum class Phase : uint8_t { arriving, sent, heard, answering, over };
  enum class Loss : uint8_t { none, refused, reused, busy };

  Next run(Part part, Instant now);
  bool choose_backend();
  void take(size_t backend);
  Next end(Error why, wire::StreamEnd end);

  Router* router_;
  DialReader* dials_;
  RetryBudget* retries_;
  RequestTraits request_;
  Phase phase_ = Phase::arriving;
  std::vector<size_t> tried_;
  Send sending_;
  int sends_ = 0;
  bool admitted_ = false;
  bool sent_again_ = false;  // over a fresh connection, since a reused one was lost
  bool full_ = false;        // as the last choice found
  Loss loss_ = Loss::none;   // of the last attempt, as far as another may follow
  std::optional<Error> why_;
};

}  // namespace foreshock::mitigate
