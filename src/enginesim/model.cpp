#include "enginesim/model.h"

#include <algorithm>
#include <utility>

#include "enginesim/step_time.h"

namespace foreshock::enginesim {
namespace model_impl {

// Independent streams of random numbers of one request.
enum class Stream : uint64_t { text, drafts, logprobs };

uint64_t seed_of(uint64_t engine_seed, RequestId id, Stream stream) {
  return mixed(mixed(engine_seed, id), static_cast<uint64_t>(stream));
}

int64_t reasoning_tokens(const Answer& answer) {
  return std::count_if(answer.pieces.begin(), answer.pieces.end(),
                       [](const Piece& piece) { return piece.channel == Channel::reasoning; });
}

}  // namespace model_impl

Model::Model(const EngineSpec& spec, uint64_t seed, Instant started)
    : spec_(spec),
      seed_(seed),
      ready_from_(started + spec.load_time),
      scheduler_(spec_),
      can_begin_at_(ready_from_),
      statistics_(spec.longest_context()) {
  statistics_.accepted_at.resize(static_cast<size_t>(spec_.draft_length));
}

RequestId Model::submit(Request request, Instant now) {
  run_before(now);
  const RequestId id = ++last_id_;
  if (const auto refusal = refusal_of(request)) {
    Emission& emission = outbox_.emplace_back();
    emission.id = id;
    emission.at = now;
    emission.kind = Emission::Kind::error;
    emission.refusal = *refusal;
    return id;
  }
  const Prompt& prompt = request.prompt;
  if (!request.wish.max_tokens) request.wish.max_tokens = spec_.longest_context() - prompt.tokens();
  Answer answer = compose(prompt, request.wish, spec_.answer_tokens,
                          model_impl::seed_of(seed_, id, model_impl::Stream::text));
  if (!scheduler_.work() && !step_ends_at_) can_begin_at_ = std::max(now, ready_from_);
  scheduler_.add(sequence_of(id, prompt, request.wish, answer));
  const Usage usage{.prompt_tokens = prompt.tokens(),
                    .reasoning_tokens = model_impl::reasoning_tokens(answer)};
  live_.emplace(id, Live{std::move(answer), usage, prompt.language, request.wish.top_logprobs,
                         Random(model_impl::seed_of(seed_, id, model_impl::Stream::logprobs)),
                         *request.wish.max_tokens, std::move(request.siblings), now, now, now, now});
  return id;
}

std::optional<Refusal> Model::refusal_of(const Request& request) const {
  const int64_t tokens = request.prompt.tokens() + request.wish.max_tokens.value_or(1);
  if (tokens > spec_.longest_context()) return Refusal::context_too_long;
  if (waiting() >= spec_.queue_limit) return Refusal::queue_full;
  return std::nullopt;
}

Sequence Model::sequence_of(RequestId id, const Prompt& prompt, const Wish& wish,
                            const Answer& answer) const {
  Sequence sequence;
  sequence.id = id;
  sequence.prompt_tokens = prompt.tokens();
  sequence.answer_tokens = static_cast<int64_t>(answer.pieces.size());
  if (wish.most_drafts) sequence.most_drafts = *wish.most_drafts;
  sequence.block_hashes = prompt.block_hashes;
  sequence.random = Random(model_impl::seed_of(seed_, id, model_impl::Stream::drafts));
  TokenChain chain = prompt.chain;
  for (const Piece& piece : answer.pieces)
    if (chain.add(hash_of(piece.text))) sequence.block_hashes.push_back(chain.state());
  return sequence;
}

bool Model::cancel(RequestId id, Instant now) {
  run_before(now);
  std::erase_if(outbox_, [&](const Emission& emission) { return emission.id == id; });
  if (live_.erase(id) == 0) return false;
  scheduler_.remove(id);
  ++statistics_.aborted;
  return true;
}

std::optional<Instant> Model::next_event_at() const {
  if (!outbox_.empty()) return outbox_.front().at;
  if (step_ends_at_) return step_ends_at_;
  if (scheduler_.work()) return can_begin_at_;
  return std::nullopt;
}

std::vector<Emission> Model::advance(Instant now) {
  run_before(now + Duration(1));
  return std::exchange(outbox_, {});
}

void Model::run_before(Instant now) {
  while (true) {
    if (step_ends_at_) {
      if (*step_ends_at_ >= now) return;
      finish_step(*step_ends_at_);
    } else {
      if (!scheduler_.work() || can_begin_at_ >= now) return;
      begin_step(can_begin_at_);
    }
  }
}

void Model::begin_step(Instant at) {
  const StepPlan plan = scheduler_.plan();
  for (const RequestId id : plan.admitted) {
    Live& live = live_.at(id);
    live.usage.cached_tokens = scheduler_.find(id)->cached;
    live.admitted_at = at;
  }
  step_ends_at_ = at + step_time(spec_, plan.load);
}

void Model::finish_step(Instant at) {
  step_ends_at_.reset();
  can_begin_at_ = at;
  const int64_t before = statistics_.prompt_tokens + statistics_.generation_tokens;
  for (const Progress& progress : scheduler_.commit()) emit(progress, at);
  const int64_t tokens = statistics_.prompt_tokens + statistics_.generation_tokens - before;
  if (tokens > 0) statistics_.iteration_tokens.observe(static_cast<double>(tokens));
}

void Model::emit(const Progress& progress, Instant at) {
  const auto found = live_.find(progress.id);
  Live& live = found->second;
  count(progress, live, at);
  live.last_token_at = at;
  live.usage.answer_tokens += progress.count;
  for (int64_t i = progress.first; i < progress.first + progress.count; ++i) {
    Emission& emission = outbox_.emplace_back();
    emission.id = progress.id;
    emission.at = at;
    emission.piece = std::move(live.answer.pieces[static_cast<size_t>(i)]);
    if (live.top_logprobs)
      emission.logprobs = draw_logprobs(emission.piece.text, *live.top_logprobs, live.language, live.random);
  }
  if (!progress.finished) return;
  outbox_.push_back(finish_emission(progress.id, live, at));
  live_.erase(found);
}

void Model::count(const Progress& progress, Live& live, Instant at) {
  if (progress.first == 0) {
    live.first_token_at = at;
    statistics_.prompt_tokens += live.usage.prompt_tokens;
    statistics_.time_to_first_token.observe(at - live.submitted_at);
  } else {
    statistics_.inter_token_latency.observe(at - live.last_token_at);
  }
  statistics_.generation_tokens += progress.count;
  statistics_.drafts += progress.drafts > 0;
  statistics_.draft_tokens += progress.drafts;
  for (int64_t i = 0; i < progress.accepted; ++i) ++statistics_.accepted_at[static_cast<size_t>(i)];
  if (!progress.finished) return;
  FinishedAnswer answer;
  answer.queued = live.admitted_at - live.submitted_at;
  answer.prefill = live.first_token_at - live.admitted_at;
  answer.decode = at - live.first_token_at;
  answer.prompt_tokens = live.usage.prompt_tokens;
  answer.generation_tokens = progress.first + progress.count;
  answer.max_tokens = live.max_tokens;
  answer.siblings = live.siblings;
  statistics_.finish(live.answer.finish, answer);
}

Emission Model::finish_emission(RequestId id, const Live& live, Instant at) const {
  Emission emission;
  emission.id = id;
  emission.at = at;
  emission.kind = Emission::Kind::finish;
  emission.finish_reason = live.answer.finish;
  emission.usage = live.usage;
  return emission;
}

}  // namespace foreshock::enginesim
