#pragma once
// The words of a request and its answer, written out for the signals of text.
#include "core/transcript.h"
#include "scenario/observe.h"

namespace foreshock::scenario {

// The newest message of a request, written as far as 160 tokens. Where a prompt may come again, at
// temperature 0, so do its words.
std::string question_of(const Asked& asked, uint64_t seed);

class Transcriber {
 public:
  // STORY outlives it.
  Transcriber(const Story& story, uint64_t seed) : story_(story), seed_(seed) {}

  // Whether the answer of this request is among those that are written out: the story's `text` says how many.
  bool writes(uint64_t request) const;
  // What passed until the attempt ended. Valid until the next call.
  const Transcript& write(const Asked& asked, const Plan& plan, const Attempt& attempt);
  // The calls alone, and what was offered: they are told of answers that are not written out too.
  const Transcript& calls(const Asked& asked, const Plan& plan, const Attempt& attempt);

 private:
  const Story& story_;
  const uint64_t seed_;
  Transcript transcript_;
};

}  // namespace foreshock::scenario
