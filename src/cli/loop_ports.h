#pragma once
// What a loop writes to and turns in a running service, through the gate of its seat.
#include "cli/loop_seat.h"
#include "core/ports.h"
#include "flow/journal.h"
#include "store/store.h"

namespace foreshock::cli {

// Keeps the nouns in the store. While muted nothing is kept: what a loop makes of the past that it learns
// from.
class NounKeeper final : public flow::Journal {
 public:
  NounKeeper(LoopSeat& seat, store::Store& store) : seat_(seat), store_(store) {}

  void mute(bool muted) { muted_ = muted; }
  void keep(const Finding& finding) override;
  void keep(const Event& event) override;
  void keep(const Diagnosis& diagnosis) override;
  void keep(const Page& page) override;
  void keep(const Action& action) override;
  void keep(const Verdict& verdict) override;

 private:
  template <class Kind>
  void keep_at(const Kind& noun, Instant at);

  LoopSeat& seat_;
  store::Store& store_;
  bool muted_ = false;
};

class GatedBoard final : public DialBoard {
 public:
  GatedBoard(LoopSeat& seat, DialBoard& board) : seat_(seat), board_(board) {}

  std::span<const DialSpec> dials() const override { return board_.dials(); }
  Result<DialSetting> set(DialSetting setting, const Warrant& warrant, Instant now) override;
  Result<void> undo(std::string_view dial, const std::optional<Stratum>& scope, const Warrant& warrant,
                    Instant now) override;
  size_t undo_all(const Warrant& warrant, Instant now) override;
  void release(const Warrant& warrant, Instant now) override;
  bool stopped() const override;
  std::vector<Lease> list(Instant now) const override;

 private:
  LoopSeat& seat_;
  DialBoard& board_;
};

}  // namespace foreshock::cli
