#pragma once
// Where the nouns of the loop are written down. All calls come from the loop's thread.
#include "core/action.h"
#include "core/diagnosis.h"
#include "core/event.h"
#include "core/finding.h"
#include "core/page.h"
#include "core/verdict.h"

namespace foreshock::flow {

class Journal {
 public:
  virtual ~Journal() = default;
  // One that is known already is told again when it has changed: a finding's shape, onset or size are better
  // known, or a page's cause.
  virtual void keep(const Finding& finding) = 0;
  virtual void keep(const Event& event) = 0;
  virtual void keep(const Diagnosis& diagnosis) = 0;
  virtual void keep(const Page& page) = 0;
  virtual void keep(const Action& action) = 0;
  virtual void keep(const Verdict& verdict) = 0;
};

}  // namespace foreshock::flow
