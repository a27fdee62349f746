#pragma once
// The clock of the story over that of the model. At bucket fidelity one second of the model stands for
// several of the story: what the model does in it, each time counts as often (docs/decisions/0004).

namespace foreshock::scenario {

// Both in seconds; they agree until the pace is changed.
class Pace {
 public:
  explicit Pace(double now) : model_(now), story_(now) {}

  double story_at(double model) const { return story_ + (model - model_) * rate_; }
  double model_at(double story) const { return model_ + (story - story_) / rate_; }
  // Seconds of the story in one of the model: the weight of what happens now.
  double rate() const { return rate_; }
  // From NOW on, in seconds of the model, not before an earlier one.
  void change(double now, double rate) {
    story_ = story_at(now);
    model_ = now;
    rate_ = rate;
  }
  // From NOW on the story goes on from STORY; at a rate of 0 it stands still.
  void jump(double now, double story, double rate) {
    model_ = now;
    story_ = story;
    rate_ = rate;
  }

 private:
  double model_, story_, rate_ = 1;
};

}  // namespace foreshock::scenario
