#include "cli/live_probes.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "cli/probe_prompt.h"

namespace foreshock::cli {
namespace live_probes_impl {

using bench::ChatMessage;
using bench::ChatPrompt;
using scenario::ProbeQuestion;

constexpr int64_t alternatives = 5;

// A token of English has four (enginesim/tokens.h).
constexpr int64_t characters_a_token = 4;

// What a replica that drops its answer leaves of it counts as an answer; one that gives none does not.
struct Heard {
  bool answered = false;
  std::string body;
};

net::Awaitable<Heard> hear(net::HttpClient& http, net::ClientRequest request) {
  Heard heard;
  auto response = co_await http.send(std::move(request));
  if (!response || response->head().status != 200) co_return heard;
  heard.answered = true;
  auto body = co_await response->read_all();
  if (body) heard.body = *std::move(body);
  co_return heard;
}

}  // namespace live_probes_impl

LiveProbes::LiveProbes(net::IoThread& io, const Clock& clock, const scenario::Story& story, uint64_t seed,
                       scenario::Timeline& timeline, const scenario::Fleet& fleet, const scenario::Pace& pace,
                       LiveAttempts& attempts, SeriesSink* samples, std::function<double()> now)
    : clock_(clock),
      story_(story),
      attempts_(attempts),
      samples_(samples),
      now_(std::move(now)),
      rounds_(story, seed, timeline, fleet, pace),
      next_step_at_(rounds_.any() ? rounds_.step_seconds() : std::numeric_limits<double>::infinity()),
      http_(io.executor(), clock),
      conversations_(fleet.size()),
      tasks_(io) {}

Result<void> LiveProbes::send_to(const std::vector<std::string>& urls) {
  for (const std::string& url : urls) {
    FORESHOCK_TRY(auto endpoint, bench::find_endpoint(url));
    endpoints_.push_back(std::move(endpoint));
  }
  return {};
}

void LiveProbes::stop() {
  tasks_.stop();
}

void LiveProbes::step() {
  next_step_at_ += rounds_.step_seconds();
  for (scenario::ProbeQuestion& question : rounds_.next(now_())) {
    const int64_t characters = question.asked.facts.prompt_tokens * live_probes_impl::characters_a_token;
    const int64_t extra = rounds_.extra_tokens(question.replica, now_());
    question.asked.new_tokens += extra;
    question.asked.facts.prompt_tokens += extra;
    question.asked.facts.context_tokens += extra;
    bench::ChatPrompt prompt = prompt_for(question);
    tasks_.spawn(ask(std::move(question), std::move(prompt), characters));
  }
}

bench::ChatPrompt LiveProbes::prompt_for(const scenario::ProbeQuestion& question) {
  const ProbeText text = probe_text(question, story_.probes.planted_facts);
  attempts_[question.asked.facts.id] = {
      .asked = question.asked, .probe = question, .right_answer = text.right_answer};
  bench::ChatPrompt prompt;
  if (question.turn) {
    auto& conversation = conversations_[question.replica];
    if (question.turn == 0) conversation = {{"system", text.system}};
    conversation.push_back({"user", text.message});
    prompt.messages = conversation;
  } else {
    prompt.messages.push_back({"user", text.message});
  }
  prompt.max_tokens.reset();
  prompt.temperature = 0;
  if (story_.probes.logprobs) prompt.top_logprobs = live_probes_impl::alternatives;
  prompt.headers = {{std::string(story_request_header), fmt::to_string(question.asked.facts.id)}};
  return prompt;
}

net::Awaitable<void> LiveProbes::ask(scenario::ProbeQuestion question, bench::ChatPrompt prompt,
                                     int64_t characters) {
  const uint64_t id = question.asked.facts.id;
  const bench::Endpoint& endpoint = endpoints_[question.replica];
  net::ClientRequest request("POST", endpoint.chat_url,
                             bench::chat_body(prompt, story_.engine.preset.name, false));
  request.headers.add("Content-Type", "application/json");
  for (const auto& [name, value] : prompt.headers) request.headers.add(name, value);
  request.timeouts.first_byte = request.timeouts.idle = story_.clients.timeout;
  const live_probes_impl::Heard heard = co_await live_probes_impl::hear(http_, std::move(request));
  const std::string right_answer = std::move(attempts_.extract(id).mapped().right_answer);
  if (heard.answered) judge(question, right_answer, characters, heard.body);
}

void LiveProbes::judge(const scenario::ProbeQuestion& question, const std::string& right_answer,
                       int64_t characters, std::string_view body) {
  const SeenAnswer seen = read_seen_answer(body);
  if (question.turn) conversations_[question.replica].push_back({"assistant", seen.content});
  if (samples_ == nullptr) return;
  scenario::ProbeAnswer answer;
  answer.right = !right_answer.empty() && seen.content.find(right_answer) != std::string::npos;
  if (seen.prompt_tokens)
    answer.tokens_per_char = static_cast<double>(*seen.prompt_tokens) / static_cast<double>(characters);
  answer.entropy = seen.entropy;
  answer.top_dropped = seen.top_dropped;
  scenario::ReplicaSamples samples(story_);
  rounds_.judge(question, answer, now_(), clock_.now(), samples);
  samples_->take(samples.all());
}

}  // namespace foreshock::cli
