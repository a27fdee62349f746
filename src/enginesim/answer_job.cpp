#include "enginesim/answer_job.h"

#include <chrono>
#include <utility>

#include <asio/experimental/as_tuple.hpp>
#include <asio/steady_timer.hpp>
#include <asio/use_awaitable.hpp>

namespace foreshock::enginesim {
namespace answer_job_impl {

// How soon a client that left is noticed while nothing is emitted.
constexpr std::chrono::milliseconds look_for_client{20};

}  // namespace answer_job_impl

struct AnswerJob::Inbox {
  explicit Inbox(net::Executor executor) : arrived(std::move(executor)) {}

  std::vector<Emission> emissions;
  asio::steady_timer arrived;  // cancelled by each arrival
};

AnswerJob::AnswerJob(std::shared_ptr<LiveEngine> engine, net::Executor executor,
                     const std::vector<Request>& choices)
    : engine_(std::move(engine)),
      inbox_(std::make_shared<Inbox>(std::move(executor))),
      choices_(choices.size()) {
  for (const Request& choice : choices) {
    const RequestId id = engine_->submit(choice, [inbox = inbox_](Emission emission) {
      inbox->emissions.push_back(std::move(emission));
      inbox->arrived.cancel();
    });
    if (first_id_ == 0) first_id_ = id;
  }
}

AnswerJob::~AnswerJob() {
  for (size_t i = 0; i < choices_; ++i) engine_->cancel(first_id_ + i);
}

net::Awaitable<std::vector<Emission>> AnswerJob::next(const net::Responder& responder) {
  while (inbox_->emissions.empty() && !responder.client_gone()) {
    inbox_->arrived.expires_after(answer_job_impl::look_for_client);
    co_await inbox_->arrived.async_wait(asio::experimental::as_tuple(asio::use_awaitable));
  }
  if (responder.client_gone()) co_return std::vector<Emission>();
  co_return std::exchange(inbox_->emissions, {});
}

}  // namespace foreshock::enginesim
