#include "scenario/loop_record.h"

#include <algorithm>

namespace foreshock::scenario {

void LoopRecord::keep(const Finding& finding) {
  const auto known = std::find_if(findings.begin(), findings.end(),
                                  [&finding](const Finding& one) { return one.id == finding.id; });
  if (known == findings.end())
    findings.push_back(finding);
  else
    *known = finding;
}

bool LoopRecord::paged(Identity finding) const {
  return std::any_of(pages.begin(), pages.end(), [finding](const Page& page) {
    return std::find(page.findings.begin(), page.findings.end(), finding) != page.findings.end();
  });
}

}  // namespace foreshock::scenario
