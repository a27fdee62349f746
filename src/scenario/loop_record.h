#pragma once
// What the loop made of a story.
#include <vector>

#include "core/ports.h"
#include "flow/journal.h"

namespace foreshock::scenario {

class LoopRecord final : public flow::Journal, public AuditLog {
 public:
  void keep(const Finding& finding) override;
  void keep(const Event& event) override { events.push_back(event); }
  void keep(const Diagnosis&) override {}
  void keep(const Page& page) override;
  void keep(const Action& action) override { actions.push_back(action); }
  void keep(const Verdict& verdict) override { verdicts.push_back(verdict); }

  void append(std::string_view line) override { audit.emplace_back(line); }

  // Of a page's incident.
  bool paged(Identity finding) const;

  std::vector<Finding> findings;
  std::vector<Event> events;
  std::vector<Page> pages;
  std::vector<Action> actions;
  std::vector<Verdict> verdicts;
  std::vector<std::string> audit;  // a line for each turn of a dial
};

}  // namespace foreshock::scenario
