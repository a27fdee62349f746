#include "cli/loop_ports.h"

#include "wire/noun_json.h"

namespace foreshock::cli {

template <class Kind>
void NounKeeper::keep_at(const Kind& noun, Instant at) {
  if (muted_) return;
  seat_.pass([&] { store_.keep_noun({noun.id, at, wire::to_json(noun)}); });
}

void NounKeeper::keep(const Finding& finding) {
  keep_at(finding, finding.found_at);
}
void NounKeeper::keep(const Event& event) {
  keep_at(event, event.at);
}
void NounKeeper::keep(const Diagnosis& diagnosis) {
  keep_at(diagnosis, diagnosis.at);
}
void NounKeeper::keep(const Page& page) {
  keep_at(page, page.at);
}
void NounKeeper::keep(const Action& action) {
  keep_at(action, action.at);
}
void NounKeeper::keep(const Verdict& verdict) {
  keep_at(verdict, verdict.at);
}

Result<DialSetting> GatedBoard::set(DialSetting setting, const Warrant& warrant, Instant now) {
  return seat_.pass([&] { return board_.set(std::move(setting), warrant, now); });
}
Result<void> GatedBoard::undo(std::string_view dial, const std::optional<Stratum>& scope,
                              const Warrant& warrant, Instant now) {
  return seat_.pass([&] { return board_.undo(dial, scope, warrant, now); });
}
size_t GatedBoard::undo_all(const Warrant& warrant, Instant now) {
  return seat_.pass([&] { return board_.undo_all(warrant, now); });
}
void GatedBoard::release(const Warrant& warrant, Instant now) {
  seat_.pass([&] { board_.release(warrant, now); });
}
bool GatedBoard::stopped() const {
  return seat_.pass([&] { return board_.stopped(); });
}
std::vector<Lease> GatedBoard::list(Instant now) const {
  return seat_.pass([&] { return board_.list(now); });
}

}  // namespace foreshock::cli
