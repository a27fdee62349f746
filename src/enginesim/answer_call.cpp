#include "enginesim/answer_call.h"

#include <algorithm>

#include "enginesim/answer_job.h"
#include "enginesim/api_pages.h"
#include "enginesim/api_refusals.h"
#include "enginesim/api_reply.h"

namespace foreshock::enginesim {
namespace answer_call_impl {

using net::Awaitable;
using Kind = Emission::Kind;

ApiError error_of(Refusal refusal, const ApiCall& call, const EngineSpec& spec) {
  if (refusal == Refusal::queue_full) return queue_is_full(spec.queue_limit);
  return context_too_long(call, call.choices.front().prompt.tokens(), spec.longest_context());
}

// Sorts emissions into choices until all have finished.
class ChoiceProgress {
 public:
  ChoiceProgress(const ApiCall& call, const AnswerJob& job)
      : job_(job),
        answers_per_prompt_(static_cast<size_t>(call.answers_per_prompt)),
        left_(call.choices.size()) {}

  size_t choice_of(const Emission& emission) const { return job_.choice_of(emission.id); }
  void finish(const Emission& emission) {
    --left_;
    add_usage(total_, emission.usage, choice_of(emission) % answers_per_prompt_ == 0);
  }
  bool done() const { return left_ == 0; }
  const Usage& total() const { return total_; }

 private:
  const AnswerJob& job_;
  size_t answers_per_prompt_;
  size_t left_;
  Usage total_;
};

// What one step gave one choice is one chunk.
std::string events_of(std::vector<Emission> batch, StreamWriter& writer, ChoiceProgress& progress) {
  std::string events;
  for (size_t i = 0; i < batch.size();) {
    const RequestId id = batch[i].id;
    const Instant at = batch[i].at;
    const size_t choice = progress.choice_of(batch[i]);
    AnswerParts parts;
    for (; i < batch.size() && batch[i].id == id && batch[i].at == at && batch[i].kind == Kind::token; ++i)
      parts.add(std::move(batch[i]));
    if (!parts.empty()) events += writer.tokens(choice, parts);
    if (i == batch.size() || batch[i].id != id || batch[i].kind != Kind::finish) continue;
    events += writer.finish(choice, batch[i].finish_reason);
    progress.finish(batch[i++]);
  }
  return events;
}

Awaitable<void> stream_answer(ReplyHead head, const ApiCall& call, AnswerJob& job,
                              std::vector<Emission> batch, net::Responder& responder) {
  StreamWriter writer(std::move(head), call.choices.size());
  ChoiceProgress progress(call, job);
  auto sent = co_await responder.begin_stream(200, "text/event-stream; charset=utf-8");
  while (sent && !batch.empty()) {
    std::string events = events_of(std::move(batch), writer, progress);
    if (progress.done()) events += writer.end(progress.total());
    sent = co_await responder.write(std::move(events));
    if (progress.done()) {
      co_await responder.finish();
      co_return;
    }
    batch = co_await job.next(responder);
  }
}

Awaitable<void> whole_reply(ReplyHead head, const ApiCall& call, AnswerJob& job, std::vector<Emission> batch,
                            net::Responder& responder) {
  std::vector<WholeChoice> choices(call.choices.size());
  ChoiceProgress progress(call, job);
  while (!batch.empty()) {
    for (Emission& emission : batch) {
      WholeChoice& choice = choices[progress.choice_of(emission)];
      if (emission.kind == Kind::token) {
        choice.parts.add(std::move(emission));
        continue;
      }
      choice.finish = emission.finish_reason;
      progress.finish(emission);
    }
    if (progress.done()) break;
    batch = co_await job.next(responder);
  }
  if (!progress.done()) co_return;
  net::HttpReply reply;
  reply.body = whole_answer(head, choices, progress.total());
  co_await responder.reply(std::move(reply));
}

}  // namespace answer_call_impl

net::Awaitable<void> answer_call(std::shared_ptr<LiveEngine> engine, net::Executor executor, ApiCall call,
                                 Instant now, net::Responder& responder) {
  using namespace answer_call_impl;
  AnswerJob job(engine, std::move(executor), call.choices);
  std::vector<Emission> first = co_await job.next(responder);
  if (first.empty()) co_return;
  const EngineSpec& spec = engine->model().spec();
  if (first.front().kind == Kind::error) {
    net::HttpReply reply = error_reply(error_of(first.front().refusal, call, spec));
    co_await responder.reply(std::move(reply));
    co_return;
  }
  ReplyHead head = head_of(call, job.first_id(), spec.version, now);
  if (call.stream)
    co_await stream_answer(std::move(head), call, job, std::move(first), responder);
  else
    co_await whole_reply(std::move(head), call, job, std::move(first), responder);
}

}  // namespace foreshock::enginesim
