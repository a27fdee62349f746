#include "enginesim/planned_job.h"

#include <chrono>
#include <utility>

#include <asio/experimental/as_tuple.hpp>
#include <asio/steady_timer.hpp>
#include <asio/use_awaitable.hpp>

#include "enginesim/api_refusals.h"

namespace foreshock::enginesim {
namespace planned_job_impl {

// How soon a client that left is noticed while nothing comes.
constexpr std::chrono::milliseconds look_for_client{20};

std::optional<Obstacle> obstacle_of(const AnswerPlan& plan, const ApiCall& call, const VirtualSpec& spec) {
  switch (plan.fate) {
    case Fate::served:
      break;
    case Fate::refused:
    case Fate::reset:
      return ConnectionReset{};
    case Fate::server_error:
      return ApiError{500, "The server had an error while processing your request.", "", "internal_error"};
    case Fate::rate_limited:
      return ApiError{429, "Rate limit reached. Try again later.", "", "rate_limit_exceeded"};
    case Fate::silent:
      return Silence{};
  }
  if (plan.too_long) return context_too_long(call, plan.request.prompt_tokens, spec.context);
  if (!plan.malformed) return std::nullopt;
  return ApiError{400, "Invalid 'messages': the roles of the conversation are out of order.", "messages",
                  "invalid_value"};
}

Obstacle obstacle_of(VirtualRefusal refusal, const AnswerPlan& plan, const ApiCall& call,
                     const VirtualSpec& spec) {
  if (refusal == VirtualRefusal::queue_full) return queue_is_full(spec.queue);
  if (refusal == VirtualRefusal::too_long)
    return context_too_long(call, plan.request.prompt_tokens, spec.context);
  return ConnectionReset{};
}

CountedAs counted_as(const AnswerPlan& plan, const Request& wanted, const PlannedWords& words,
                     int64_t context) {
  CountedAs counted;
  if (!plan.answer.in_band && !plan.answer.cut) counted.finish = words.finish();
  counted.max_tokens = wanted.wish.max_tokens.value_or(context - plan.request.prompt_tokens);
  counted.siblings = wanted.siblings;
  return counted;
}

}  // namespace planned_job_impl

struct PlannedJob::Inbox {
  explicit Inbox(net::Executor executor) : arrived(std::move(executor)) {}

  std::vector<PlannedChoice> choices;
  bool is_new = false;
  asio::steady_timer arrived;  // cancelled by each arrival
};

PlannedJob::PlannedJob(std::shared_ptr<ServedService> service)
    : service_(std::move(service)), inbox_(std::make_shared<Inbox>(service_->executor)) {}

PlannedJob::~PlannedJob() {
  for (const PlannedChoice& choice : inbox_->choices) leave(choice);
}

std::vector<PlannedChoice>& PlannedJob::choices() {
  return inbox_->choices;
}

std::optional<Obstacle> PlannedJob::begin(const net::HttpRequest& request, const ApiCall& call) {
  ApiCall choice = call;
  choice.answers_per_prompt = 1;
  for (const Request& wanted : call.choices) {
    choice.choices = {wanted};
    if (auto obstacle = begin_choice(request, choice)) return obstacle;
  }
  return std::nullopt;
}

std::optional<Obstacle> PlannedJob::begin_choice(const net::HttpRequest& request, const ApiCall& choice) {
  using namespace planned_job_impl;
  LiveReplica& live = *service_->live;
  const double now = live.catch_up();
  AnswerPlan plan = service_->planner.plan(request, choice, live.model(), now);
  const VirtualSpec& spec = service_->options.spec;
  if (auto obstacle = obstacle_of(plan, choice, spec)) return obstacle;
  plan.request.most_drafts = choice.choices.front().wish.most_drafts;
  const uint64_t id = plan.request.id = ++service_->last_id;
  const Request& wanted = choice.choices.front();
  PlannedWords words(plan, wanted, mixed(spec.seed, id));
  const size_t index = inbox_->choices.size();
  auto hear = [inbox = inbox_, index, &planner = service_->planner](const VirtualOutcome& so_far) {
    VirtualOutcome& known = inbox->choices[index].so_far;
    const bool is_admission = !known.was_admitted() && so_far.was_admitted();
    known = so_far;
    inbox->is_new = true;
    inbox->arrived.cancel();
    if (is_admission) planner.admitted(so_far.id);
    if (so_far.ended) planner.ended(so_far.id);
  };
  const auto refusal =
      live.submit(plan.request, counted_as(plan, wanted, words, spec.context), std::move(hear));
  if (refusal) return obstacle_of(*refusal, plan, choice, spec);
  VirtualOutcome so_far;
  so_far.id = id;
  inbox_->choices.push_back({std::move(plan), std::move(words), so_far});
  limits_.push_back(wanted.wish.max_tokens);
  service_->planner.accepted(id);
  return std::nullopt;
}

void PlannedJob::leave(const PlannedChoice& choice) {
  if (choice.so_far.ended) return;
  const AnswerPlan& plan = choice.plan;
  std::optional<int64_t> goes_on_to;
  if (service_->planner.value(Dial::cancel_ignored) > 0)
    goes_on_to = limits_[static_cast<size_t>(&choice - inbox_->choices.data())].value_or(
        service_->options.spec.context - plan.request.prompt_tokens);
  service_->live->leave(plan.request.id, goes_on_to);
  if (!choice.so_far.ended) service_->planner.ended(plan.request.id);
}

net::Awaitable<bool> PlannedJob::more(const net::Responder& responder) {
  while (!inbox_->is_new && !responder.client_gone()) {
    inbox_->arrived.expires_after(planned_job_impl::look_for_client);
    co_await inbox_->arrived.async_wait(asio::experimental::as_tuple(asio::use_awaitable));
  }
  co_return std::exchange(inbox_->is_new, false) && !responder.client_gone();
}

}  // namespace foreshock::enginesim
