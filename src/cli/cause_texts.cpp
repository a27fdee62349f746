#include "cli/cause_texts.h"

#include <vector>

#include "diagnose/causes.h"

namespace foreshock::cli {

std::span<const console::CauseText> cause_texts() {
  static const std::vector<console::CauseText> all = [] {
    std::vector<console::CauseText> texts;
    for (const diagnose::CauseKind& kind : diagnose::cause_kinds())
      texts.push_back({kind.name, kind.what, kind.advice});
    return texts;
  }();
  return all;
}

}  // namespace foreshock::cli
