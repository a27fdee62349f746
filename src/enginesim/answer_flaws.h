#pragma once
// What is wrong with one answer, as drawn for it: SCENARIO.md's dials text.*, tool.*, error.empty and those
// that reach the text by way of the context.

namespace foreshock::enginesim {

struct AnswerFlaws {
  bool loop = false;         // the tail, 24 tokens, repeats to the token limit
  bool bang = false;         // one character to the token limit
  bool garbage = false;      // random tokens
  bool script = false;       // words of a script that is not in the prompt
  bool marker = false;       // a raw chat or tool marker
  bool boilerplate = false;  // full of stock phrases
  bool praise = false;       // full of flattery
  bool placeholder = false;  // code left out by a comment
  bool syntax = false;       // code that does not parse
  bool markdown = false;     // wrapped in mark-down; no flaw by itself
  bool refusal = false;
  bool variation = false;            // other words for the same prompt at temperature 0
  bool empty = false;                // tokens are spent, none is sent
  bool tool_invalid = false;         // breaks the JSON or the schema of the call
  bool tool_duplicate_args = false;  // arguments doubled when the stream is joined
  bool repeated_call = false;        // the call of the turn before again: the model does not see it
  bool foreign = false;              // speaks of another session's facts, in its script

  bool operator==(const AnswerFlaws&) const = default;
};

}  // namespace foreshock::enginesim
