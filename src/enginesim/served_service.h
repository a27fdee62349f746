#pragma once
// What the connections of one ServedReplica share.
#include "enginesim/live_replica.h"
#include "enginesim/served_replica.h"
#include "net/http_server.h"

namespace foreshock::enginesim {

struct ServedService {
  ServedService(net::Executor on, ServedReplicaOptions with, AnswerPlanner& plans, const Clock& time)
      : executor(std::move(on)),
        options(std::move(with)),
        planner(plans),
        clock(time),
        live(std::make_shared<LiveReplica>(executor, options.spec, options.restarts_when_full, time)),
        started(static_cast<int64_t>(unix_seconds(time.now()))),
        random(options.spec.seed) {}

  bool happens(Dial dial) { return random.chance(planner.value(dial)); }

  net::Executor executor;
  ServedReplicaOptions options;
  AnswerPlanner& planner;
  const Clock& clock;
  std::shared_ptr<LiveReplica> live;
  int64_t started;  // Unix seconds
  Random random;    // of the dials that no request draws
  uint64_t last_id = 0;
};

// The header that tells which replica answers, where it has a name.
inline constexpr const char* replica_header = "x-foreshock-replica";
net::Awaitable<void> reply_from(const ServedService& service, net::HttpReply reply,
                                net::Responder& responder);

// Runs a chat or completions request on the replica and answers it, whole or streamed, as it is planned.
net::Awaitable<void> answer_as_planned(std::shared_ptr<ServedService> service, net::HttpRequest request,
                                       ApiCall call, net::Responder& responder);
// Everything else that the replica answers.
net::Awaitable<void> answer_page(std::shared_ptr<ServedService> service, net::HttpRequest request,
                                 net::Responder& responder);

}  // namespace foreshock::enginesim
