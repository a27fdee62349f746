#include "enginesim/scheduler.h"

#include <algorithm>

#include "enginesim/speculation.h"

namespace foreshock::enginesim {

Scheduler::Scheduler(const EngineSpec& spec)
    : spec_(spec), blocks_(spec.kv_blocks), prefix_cache_(spec.kv_blocks) {}

void Scheduler::add(Sequence sequence) {
  waiting_.push_back(std::move(sequence));
}

bool Scheduler::remove(RequestId id) {
  const auto remove_from = [&](auto& sequences) {
    const auto found = std::find_if(sequences.begin(), sequences.end(),
                                    [&](const Sequence& sequence) { return sequence.id == id; });
    if (found == sequences.end()) return false;
    free_blocks(*found);
    sequences.erase(found);
    return true;
  };
  return remove_from(running_) || remove_from(waiting_);
}

const Sequence* Scheduler::find(RequestId id) const {
  const auto has_id = [&](const Sequence& sequence) { return sequence.id == id; };
  if (const auto found = std::find_if(running_.begin(), running_.end(), has_id); found != running_.end())
    return &*found;
  const auto found = std::find_if(waiting_.begin(), waiting_.end(), has_id);
  return found == waiting_.end() ? nullptr : &*found;
}

StepPlan Scheduler::plan() {
  StepPlan plan;
  for (Sequence& sequence : running_) sequence.step_tokens = sequence.step_drafts = 0;
  const int64_t preemptions = counters_.preemptions;
  const int64_t budget = continue_running(plan);
  const bool was_tight = counters_.preemptions > preemptions;
  if (!was_tight) admit_waiting(plan, budget);
  return plan;
}

// Returns what is left of the step's tokens.
int64_t Scheduler::continue_running(StepPlan& plan) {
  int64_t budget = spec_.step_tokens;
  for (size_t i = 0; i < running_.size() && budget > 0; ++i) {
    const int64_t tokens = std::min(running_[i].known() - running_[i].computed, budget);
    const int64_t to_come = running_[i].answer_tokens - running_[i].generated;
    const int64_t drafts =
        running_[i].decodes()
            ? std::min({spec_.draft_length, running_[i].most_drafts, to_come - 1, budget - tokens})
            : 0;
    while (i < running_.size() && !grow(running_[i], running_[i].computed + tokens + drafts))
      preempt_youngest();
    if (i == running_.size()) break;
    schedule(running_[i], tokens + drafts, drafts, plan.load);
    budget -= tokens + drafts;
  }
  return budget;
}

void Scheduler::admit_waiting(StepPlan& plan, int64_t budget) {
  while (!waiting_.empty() && running() < spec_.max_running && budget > 0) {
    Sequence& next = waiting_.front();
    const int64_t found = reuse_prefix(next);
    const int64_t tokens = std::min(next.known() - next.computed, budget);
    if (!grow(next, next.computed + tokens)) {
      free_blocks(next);
      return;
    }
    if (!next.was_admitted) {
      next.was_admitted = true;
      next.cached = found;
      counters_.prefix_queries += next.prompt_tokens;
      counters_.prefix_hits += found;
      plan.admitted.push_back(next.id);
    }
    running_.push_back(std::move(next));
    waiting_.pop_front();
    schedule(running_.back(), tokens, 0, plan.load);
    budget -= tokens;
  }
}

// Takes over the longest cached prefix, but for the last token, which is always computed. Returns its tokens.
int64_t Scheduler::reuse_prefix(Sequence& sequence) {
  const int64_t reusable = (sequence.known() - 1) / block_tokens;
  for (int64_t i = 0; i < reusable; ++i) {
    const auto block = prefix_cache_.find(sequence.block_hashes[static_cast<size_t>(i)]);
    if (!block) break;
    blocks_.share(*block);
    sequence.blocks.push_back(*block);
  }
  sequence.published = static_cast<int64_t>(sequence.blocks.size());
  sequence.computed = sequence.published * block_tokens;
  return sequence.computed;
}

void Scheduler::schedule(Sequence& sequence, int64_t tokens, int64_t drafts, StepLoad& load) {
  ++load.sequences;
  if (sequence.decodes()) {
    load.decode_context += sequence.known();
    load.draft_tokens += drafts;
    load.draft_positions = std::max(load.draft_positions, drafts);
  } else {
    load.prefill_tokens += tokens;
    load.prefill_context += static_cast<double>(tokens) *
                            (static_cast<double>(sequence.computed) + static_cast<double>(tokens) / 2);
  }
  sequence.step_tokens = tokens;
  sequence.step_drafts = drafts;
}

// Blocks for TOKENS tokens in all; what it got before it failed stays with the sequence.
bool Scheduler::grow(Sequence& sequence, int64_t tokens) {
  const auto needed = static_cast<size_t>(blocks_for(tokens));
  while (sequence.blocks.size() < needed) {
    const auto block = blocks_.take();
    if (!block) return false;
    prefix_cache_.forget(*block);
    sequence.blocks.push_back(*block);
  }
  return true;
}

void Scheduler::preempt_youngest() {
  Sequence youngest = std::move(running_.back());
  running_.pop_back();
  free_blocks(youngest);
  ++counters_.preemptions;
  waiting_.push_front(std::move(youngest));
}

// Back to front, so that the beginning of a prefix is the last to be overwritten.
void Scheduler::free_blocks(Sequence& sequence) {
  for (auto block = sequence.blocks.rbegin(); block != sequence.blocks.rend(); ++block)
    blocks_.release(*block);
  sequence.blocks.clear();
  sequence.computed = sequence.published = 0;
  sequence.step_tokens = sequence.step_drafts = 0;
}

const std::vector<Progress>& Scheduler::commit() {
  progress_.clear();
  for (Sequence& sequence : running_) {
    if (sequence.step_tokens == 0) continue;
    const Progress progress = finish_step(sequence);
    if (progress.finished) free_blocks(sequence);
    if (progress.count > 0) progress_.push_back(progress);
  }
  std::erase_if(running_,
                [](const Sequence& sequence) { return sequence.generated == sequence.answer_tokens; });
  return progress_;
}

Progress Scheduler::finish_step(Sequence& sequence) {
  const int64_t drafts = sequence.step_drafts;
  const int64_t accepted = accepted_drafts(drafts, spec_.acceptance.value, sequence.random);
  sequence.computed += sequence.step_tokens - drafts + accepted;
  sequence.step_tokens = sequence.step_drafts = 0;
  Progress progress{sequence.id, sequence.generated, 0, drafts, accepted, false};
  if (sequence.computed - accepted == sequence.known()) progress.count = 1 + accepted;
  sequence.generated += progress.count;
  progress.finished = sequence.generated == sequence.answer_tokens;
  publish_full_blocks(sequence);
  return progress;
}

void Scheduler::publish_full_blocks(Sequence& sequence) {
  for (; sequence.published < sequence.computed / block_tokens; ++sequence.published) {
    const auto index = static_cast<size_t>(sequence.published);
    prefix_cache_.insert(sequence.block_hashes[index], sequence.blocks[index]);
  }
}

}  // namespace foreshock::enginesim
