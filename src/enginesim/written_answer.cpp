#include "enginesim/written_answer.h"

#include <algorithm>

#include <fmt/format.h>

#include "enginesim/answer_text.h"
#include "enginesim/degenerate_text.h"
#include "enginesim/insertions.h"
#include "enginesim/prose.h"
#include "enginesim/tokens.h"
#include "enginesim/tool_arguments.h"

namespace foreshock::enginesim {
namespace written_answer_impl {

std::string write_with_insertions(AnswerBrief brief, Random& random, Random& insertions) {
  const std::vector<Insertion> inserted =
      draw_insertions(brief.flaws, brief.language, brief.prompt_scripts, brief.text_tokens - 1, insertions);
  for (const Insertion& insertion : inserted) brief.text_tokens -= insertion.tokens;
  if (!brief.says.empty())
    brief.text_tokens = std::max<int64_t>(1, brief.text_tokens - count_tokens(brief.says));
  std::string text = write_answer_text(brief, random);
  for (const Insertion& insertion : inserted) insert(text, insertion, insertions);
  return brief.says.empty() ? text : fmt::format("{} {}", brief.says, text);
}

// What is in the answer before the loop is cut where the first round ends.
std::string write_loop(const AnswerBrief& brief, Random& random, Random& insertions) {
  AnswerBrief beginning = brief;
  beginning.text_tokens = draw_loop_begin(brief.text_tokens, insertions);
  beginning.json.reset();
  beginning.at_limit = true;
  return loop_from(write_with_insertions(beginning, random, insertions), brief.text_tokens);
}

std::string write_text(const AnswerBrief& brief, Random& random) {
  Random insertions(random.next());  // apart, so that they change no other word
  if (brief.text_tokens <= 0 && !brief.json) return "";
  if (brief.flaws.bang) return write_bang(brief.text_tokens, insertions);
  if (brief.flaws.garbage) return write_garbage(brief.text_tokens, insertions);
  if (brief.flaws.loop) return write_loop(brief, random, insertions);
  return write_with_insertions(brief, random, insertions);
}

std::string write_call(const AnswerBrief& brief, Random& random) {
  std::string arguments = write_arguments(*brief.call, brief.flaws, random);
  if (brief.at_limit) arguments = first_tokens(arguments, std::max<int64_t>(1, count_tokens(arguments) / 2));
  return arguments;
}

}  // namespace written_answer_impl

WrittenAnswer write_answer(const AnswerBrief& brief, Random& random) {
  using namespace written_answer_impl;
  Random words(random.next());
  if (brief.flaws.variation) words = Random(words.next());
  const bool ends_in_reasoning = brief.at_limit && brief.text_tokens <= 0 && !brief.call;
  WrittenAnswer answer;
  if (brief.reasoning_tokens > 0)
    answer.reasoning = ends_in_reasoning ? write_cut_prose(brief.language, brief.reasoning_tokens, words)
                                         : write_prose(brief.language, brief.reasoning_tokens, words);
  if (brief.flaws.empty) return answer;
  if (brief.call)
    answer.tool_arguments = write_call(brief, words);
  else
    answer.text = write_text(brief, words);
  return answer;
}

std::string write_question(Language language, int64_t tokens, bool second_script, Random& random) {
  if (tokens <= 0) return "";
  Random insertions(random.next());
  Insertion second;
  if (second_script) second = draw_second_script(language, tokens / 2, insertions);
  std::string text = write_prose(language, tokens - second.tokens, random);
  const Vocabulary& words = vocabulary(language);
  if (text.ends_with(words.period))
    text.replace(text.size() - words.period.size(), words.period.size(), words.question_mark);
  if (!second.text.empty()) insert(text, second, insertions);
  return text;
}

}  // namespace foreshock::enginesim
