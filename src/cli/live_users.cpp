#include "cli/live_users.h"

#include <array>

#include <fmt/format.h>
#include <asio/experimental/as_tuple.hpp>
#include <asio/experimental/awaitable_operators.hpp>
#include <asio/steady_timer.hpp>
#include <asio/use_awaitable.hpp>

#include "gateway/feedback.h"
#include "scenario/transcriber.h"

namespace foreshock::cli {
namespace live_users_impl {

using scenario::Asked;

constexpr int64_t alternatives = 5;

// Who gives an attempt up is the user, not the connection.
constexpr net::ClientTimeouts patient{
    .connect = std::chrono::seconds(5), .first_byte = std::chrono::hours(24), .idle = std::chrono::hours(24)};

bench::ChatPrompt prompt_of(const Asked& asked, uint64_t seed) {
  constexpr std::array<std::string_view, 3> efforts = {"low", "medium", "high"};
  const auto& load = *asked.facts.load_class;
  bench::ChatPrompt prompt;
  if (asked.system_tokens > 0) prompt.messages.push_back({"system", fmt::format("You serve {}.", load.name)});
  for (int64_t turn = 1; turn < asked.facts.turn; ++turn) {
    prompt.messages.push_back({"user", fmt::format("Question {} of {:x}.", turn, asked.facts.session)});
    prompt.messages.push_back({"assistant", fmt::format("Answer {}.", turn)});
  }
  const std::string task =
      asked.facts.code ? fmt::format("Write a function in {}. ", load.code_language) : "";
  prompt.messages.push_back({"user", task + question_of(asked, seed)});
  prompt.max_tokens.reset();
  prompt.tools = load.tools > 0;
  prompt.temperature = load.sampling == scenario::Sampling::greedy ? 0 : load.temperature;
  prompt.json = load.sampling == scenario::Sampling::json;
  if (load.sampling == scenario::Sampling::logprobs) prompt.top_logprobs = alternatives;
  if (asked.reasoning_tokens > 0) prompt.reasoning_effort = efforts[static_cast<size_t>(load.effort)];
  const std::string key = asked.key_number == 0 ? load.key : fmt::format("{}-{}", load.key, asked.key_number);
  prompt.headers = {{"Authorization", "Bearer " + key},
                    {"x-foreshock-session", fmt::format("{:x}", asked.facts.session)},
                    {"x-foreshock-class", load.name},
                    {std::string(story_request_header), fmt::to_string(asked.facts.id)}};
  return prompt;
}

}  // namespace live_users_impl

struct LiveUsers::Leaving {
  explicit Leaving(net::Executor executor)
      : timer(std::move(executor), asio::steady_timer::time_point::max()) {}
  asio::steady_timer timer;  // cancelled when the user leaves
};

LiveUsers::LiveUsers(net::IoThread& io, const Clock& clock, const scenario::Story& story, uint64_t seed,
                     scenario::Timeline& timeline, const scenario::Pace& pace, LiveAttempts& attempts,
                     std::function<double()> now)
    : clock_(clock),
      story_(story),
      seed_(seed),
      timeline_(timeline),
      attempts_(attempts),
      now_(std::move(now)),
      http_(io.executor(), clock),
      executor_(io.executor()),
      users_(story, seed, timeline, pace, *this),
      tasks_(io) {}

Result<void> LiveUsers::send_to(const std::string& url) {
  FORESHOCK_TRY(const bench::Endpoint endpoint, bench::find_endpoint(url));
  feedback_url_ = fmt::format("{}{}", url, gateway::feedback_path);
  const std::string model(story_.engine.preset.name);
  streams_ =
      std::make_unique<bench::LoadClient>(http_, clock_, endpoint, model, true, live_users_impl::patient);
  wholes_ =
      std::make_unique<bench::LoadClient>(http_, clock_, endpoint, model, false, live_users_impl::patient);
  return {};
}

void LiveUsers::stop() {
  over_ = true;
  tasks_.stop();
}

double LiveUsers::begin(size_t flight, double now) {
  const scenario::Asked& asked = users_.flight(flight).asked;
  const uint64_t id = asked.facts.id;
  if (leaving_.size() <= flight) {
    leaving_.resize(flight + 1);
    met_.resize(flight + 1);
  }
  if (users_.flight(flight).made == 1) met_[flight] = false;
  attempts_[id] = {.asked = asked};
  leaving_[flight] = std::make_shared<Leaving>(executor_);
  const bool stream = asked.facts.load_class->stream;
  tasks_.spawn(carry(flight, id, stream, live_users_impl::prompt_of(asked, seed_), leaving_[flight]));
  return timeline_.value(enginesim::Dial::client_timeout, {now, &asked.facts, nullptr});
}

net::Awaitable<void> LiveUsers::carry(size_t flight, uint64_t id, bool stream, bench::ChatPrompt prompt,
                                      std::shared_ptr<Leaving> leaving) {
  using namespace asio::experimental::awaitable_operators;
  auto answer = (stream ? *streams_ : *wholes_).send(std::move(prompt), clock_.now());
  auto left = leaving->timer.async_wait(asio::experimental::as_tuple(asio::use_awaitable));
  const auto first = co_await (std::move(answer) || std::move(left));
  const bool left_before = over_ || leaving_[flight] != leaving;
  if (first.index() == 0 && !left_before) on_answer(flight, id, std::get<0>(first));
}

void LiveUsers::on_answer(size_t flight, uint64_t id, const bench::LoadResult& result) {
  const LiveAttempt attempt = std::move(attempts_.extract(id).mapped());
  met_[flight] = met_[flight] || attempt.affected;
  const Observation& seen = result.observation;
  scenario::AttemptEnd end{.at = now_(), .answered = seen.state == TerminalState::ok, .right = attempt.right};
  if (end.answered) end.answer_tokens = seen.tokens.output.value_or(0) - seen.tokens.reasoning.value_or(0);
  end.may_retry = scenario::may_retry(seen.state, seen.status);
  if (end.answered && attempt.up) tasks_.spawn(rate(result.gateway_id, *attempt.up));
  users_.attempt_ended(flight, end);
}

// Whether it arrives is nobody's worry.
net::Awaitable<void> LiveUsers::rate(std::string request, bool up) {
  net::ClientRequest post("POST", feedback_url_,
                          fmt::format(R"({{"request":"{}","rating":"{}"}})", request, up ? "up" : "down"));
  post.headers.add("Content-Type", "application/json");
  auto response = co_await http_.send(std::move(post));
  if (response) (void)co_await response->read_all();
}

void LiveUsers::give_up(size_t flight, double now) {
  leaving_[flight]->timer.cancel();
  leaving_[flight].reset();
  const auto attempt = attempts_.extract(users_.flight(flight).asked.facts.id);
  met_[flight] = met_[flight] || (attempt && attempt.mapped().affected);
  users_.attempt_ended(flight, {.at = now, .may_retry = true});
}

void LiveUsers::request_ended(size_t flight, double at) {
  ++requests_;
  if (met_[flight]) affected_.push_back({at, 1});
}

}  // namespace foreshock::cli
