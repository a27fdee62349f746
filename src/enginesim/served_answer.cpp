#include <algorithm>

#include "enginesim/api_pages.h"
#include "enginesim/api_reply.h"
#include "enginesim/planned_job.h"

namespace foreshock::enginesim {
namespace served_answer_impl {

using net::Awaitable;

constexpr std::chrono::milliseconds look_for_client{20};
constexpr const char* event_stream = "text/event-stream; charset=utf-8";

bool breaks(const PlannedChoice& choice) {
  return choice.plan.answer.in_band || choice.plan.answer.cut;
}
bool was_reset(const PlannedChoice& choice) {
  return choice.so_far.ended && choice.so_far.end != VirtualEnd::done;
}
bool has_broken(const PlannedChoice& choice) {
  return choice.so_far.ended && breaks(choice);
}
bool has_ended(const PlannedChoice& choice) {
  return choice.so_far.ended;
}

std::string in_band_error() {
  return to_json({500, "The engine failed while it answered.", "", "internal_error"});
}

Usage usage_of(const PlannedChoice& choice) {
  const AnswerPlan& plan = choice.plan;
  return {.prompt_tokens = plan.request.prompt_tokens,
          .cached_tokens = choice.so_far.cached,
          .answer_tokens = plan.request.output_tokens,
          .reasoning_tokens = plan.reasoning_tokens};
}

Usage total_usage(const std::vector<PlannedChoice>& choices, const ApiCall& call) {
  Usage total;
  for (size_t i = 0; i < choices.size(); ++i)
    add_usage(total, usage_of(choices[i]), i % static_cast<size_t>(call.answers_per_prompt) == 0);
  return total;
}

// One streamed answer with the place that each of its choices has come to.
class PlannedStream {
 public:
  PlannedStream(ReplyHead head, const ApiCall& call, PlannedJob& job)
      : writer_(std::move(head), call.choices.size()), call_(call), job_(job), sent_(call.choices.size()) {}

  // The roles that are told at once.
  std::string early_roles() {
    std::string events;
    for (size_t i = 0; i < sent_.size(); ++i)
      if (job_.choices()[i].plan.answer.early_role) events += writer_.role(i);
    return events;
  }
  std::string due_events() {
    std::string events;
    for (size_t i = 0; i < sent_.size(); ++i) events += due_events_of(i);
    return events;
  }
  std::string end() { return writer_.end(total_usage(job_.choices(), call_)); }

 private:
  struct Sent {
    int64_t tokens = 0;
    bool finished = false;
  };

  // The first token has a chunk of its own, so that it comes when it would.
  std::string due_events_of(size_t index) {
    PlannedChoice& choice = job_.choices()[index];
    Sent& sent = sent_[index];
    std::string events;
    while (sent.tokens < choice.so_far.produced) {
      const int64_t chunk = sent.tokens == 0 ? 1 : std::max<int64_t>(1, choice.plan.answer.tokens_a_chunk);
      const int64_t there = choice.so_far.produced - sent.tokens;
      if (there < chunk && !choice.so_far.ended) break;
      const int64_t end = sent.tokens + std::min(chunk, there);
      events += writer_.tokens(index, choice.words.parts(sent.tokens, end));
      sent.tokens = end;
    }
    if (!choice.so_far.ended || was_reset(choice) || breaks(choice) || sent.finished) return events;
    sent.finished = true;
    return events + writer_.finish(index, choice.words.finish());
  }

  StreamWriter writer_;
  const ApiCall& call_;
  PlannedJob& job_;
  std::vector<Sent> sent_;
};

wire::Headers headers_of(const ServedService& service) {
  wire::Headers headers;
  if (!service.options.name.empty()) headers.add(replica_header, service.options.name);
  return headers;
}

// What ends the whole stream, behind EVENTS; nothing while it goes on.
std::optional<std::string> last_events(PlannedStream& stream, const std::vector<PlannedChoice>& choices) {
  const auto broken = std::find_if(choices.begin(), choices.end(), has_broken);
  if (broken != choices.end())
    return broken->plan.answer.in_band ? "data: " + in_band_error() + "\n\n" : std::string();
  if (std::all_of(choices.begin(), choices.end(), has_ended)) return stream.end();
  return std::nullopt;
}

// Sends EVENTS, behind the head where it was not sent; false when the client has left.
Awaitable<bool> send(const ServedService& service, bool& begun, std::string events,
                     net::Responder& responder) {
  if (!std::exchange(begun, true)) {
    wire::Headers headers = headers_of(service);
    const auto head = co_await responder.begin_stream(200, event_stream, std::move(headers));
    if (!head) co_return false;
  }
  const auto sent = co_await responder.write(std::move(events));
  co_return sent.has_value();
}

Awaitable<void> stream_answer(const ServedService& service, ReplyHead head, const ApiCall& call,
                              PlannedJob& job, net::Responder& responder) {
  PlannedStream stream(std::move(head), call, job);
  std::string events = stream.early_roles();
  bool begun = false, is_there = true, over = false;
  while (is_there && !over) {
    events += stream.due_events();
    const auto& choices = job.choices();
    const bool reset = std::any_of(choices.begin(), choices.end(), was_reset);
    const auto last = reset ? std::nullopt : last_events(stream, choices);
    over = reset || last;
    events += last.value_or("");
    if (last || !events.empty())
      is_there = co_await send(service, begun, std::exchange(events, ""), responder);
    if (is_there && !over) is_there = co_await job.more(responder);
    if (reset && begun) co_await responder.abort();
    if (reset && !begun) co_await responder.reset();
  }
  if (is_there) co_await responder.finish();
}

// Half of BODY, and then the connection ends.
Awaitable<void> cut_reply(const ServedService& service, std::string body, net::Responder& responder) {
  wire::Headers headers = headers_of(service);
  co_await responder.begin_stream(200, "application/json", std::move(headers));
  body.resize(body.size() / 2);
  co_await responder.write(std::move(body));
  co_await responder.abort();
}

Awaitable<void> whole_reply(const ServedService& service, ReplyHead head, const ApiCall& call,
                            PlannedJob& job, net::Responder& responder) {
  auto& choices = job.choices();
  while (!std::all_of(choices.begin(), choices.end(), has_ended))
    if (!co_await job.more(responder)) co_return;
  if (std::any_of(choices.begin(), choices.end(), was_reset)) {
    co_await responder.reset();
    co_return;
  }
  std::vector<WholeChoice> whole;
  bool in_band = false, cut = false;
  for (PlannedChoice& choice : choices) {
    whole.push_back({choice.words.parts(0, choice.so_far.produced), choice.words.finish()});
    in_band = in_band || choice.plan.answer.in_band;
    cut = cut || choice.plan.answer.cut;
  }
  net::HttpReply reply;
  reply.body = in_band ? in_band_error() : whole_answer(head, whole, total_usage(choices, call));
  if (cut)
    co_await cut_reply(service, std::move(reply.body), responder);
  else
    co_await reply_from(service, std::move(reply), responder);
}

Awaitable<void> meet(const ServedService& service, Obstacle obstacle, net::Responder& responder) {
  if (const ApiError* error = std::get_if<ApiError>(&obstacle)) {
    net::HttpReply reply = error_reply(*error);
    co_await reply_from(service, std::move(reply), responder);
    co_return;
  }
  if (std::holds_alternative<Silence>(obstacle))
    while (!responder.client_gone()) co_await net::sleep_for(look_for_client);
  co_await responder.reset();
}

}  // namespace served_answer_impl

net::Awaitable<void> answer_as_planned(std::shared_ptr<ServedService> service, net::HttpRequest request,
                                       ApiCall call, net::Responder& responder) {
  using namespace served_answer_impl;
  PlannedJob job(service);
  if (auto obstacle = job.begin(request, call)) {
    co_await meet(*service, std::move(*obstacle), responder);
    co_return;
  }
  ReplyHead head =
      head_of(call, job.choices().front().plan.request.id, service->options.version, service->clock.now());
  if (call.stream)
    co_await stream_answer(*service, std::move(head), call, job, responder);
  else
    co_await whole_reply(*service, std::move(head), call, job, responder);
}

}  // namespace foreshock::enginesim
