#pragma once
// Answers in mark-down.
#include "enginesim/prose.h"

namespace foreshock::enginesim {

// Appends exactly TOKENS: sections with a heading and a list, then sentences. A short text begins in bold
// letters instead, a shorter one is an item of a list; of less than 9 tokens it is plain.
void write_markdown(ProseWriter& writer, int64_t tokens);

// A heading and the empty line below it.
void write_heading(ProseWriter& writer);

}  // namespace foreshock::enginesim
