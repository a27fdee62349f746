#pragma once
// Plans answers for a replica without a story: what the call says, under dials that stand where they are put.
#include "enginesim/answer_plan.h"
#include "enginesim/fixed_dials.h"

namespace foreshock::enginesim {

// The turns of one chat, known by their system message and first question, reuse each other's context. How
// long an answer is and whether it is a call is as compose() has it.
class FixedPlanner final : public AnswerPlanner {
 public:
  // SPEC is that of the replica.
  FixedPlanner(FixedDials dials, const VirtualSpec& spec);

  const FixedDials& dials() const { return dials_; }
  // Puts DIALS in the place of those that stood, on REPLICA too. `restart` happens once and stands no longer.
  // OUT as of VirtualReplica::restart.
  void turn(FixedDials dials, VirtualReplica& replica, double now, std::vector<VirtualOutcome>& out);

  AnswerPlan plan(const net::HttpRequest& http, const ApiCall& call, const VirtualReplica& replica,
                  double now) override;
  void accepted(uint64_t) override {}
  void admitted(uint64_t) override {}
  void ended(uint64_t) override {}
  double value(Dial dial) const override { return dials_.at(dial).value_or(unset_value(dial, spec_)); }

 private:
  FixedDials dials_;
  VirtualSpec spec_;
  uint64_t calls_ = 0;
  std::optional<double> device_gone_since_;
};

}  // namespace foreshock::enginesim
