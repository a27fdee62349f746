#include "scenario/loop_record.h"

#include <algorithm>

namespace foreshock::scenario {
namespace loop_record_impl {

// In place of the one with its id, where there is one.
template <class Kind>
void put(std::vector<Kind>& all, const Kind& noun) {
  const auto known = std::find_if(all.begin(), all.end(), [&](const Kind& one) { return one.id == noun.id; });
  if (known == all.end())
    all.push_back(noun);
  else
    *known = noun;
}

}  // namespace loop_record_impl

void LoopRecord::keep(const Finding& finding) {
  loop_record_impl::put(findings, finding);
}
void LoopRecord::keep(const Page& page) {
  loop_record_impl::put(pages, page);
}

bool LoopRecord::paged(Identity finding) const {
  return std::any_of(pages.begin(), pages.end(), [finding](const Page& page) {
    return std::find(page.findings.begin(), page.findings.end(), finding) != page.findings.end();
  });
}

}  // namespace foreshock::scenario
