#include "mitigate/pipeline.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/catalog.h"
#include "mitigate/request_fields.h"

namespace foreshock::mitigate {

// The stages. Each knows the whole course.
struct Stages {
  using Decided = std::optional<Next>;

  // A stage whose policies are still to come.
  static Decided pass(Pipeline&, Instant) { return std::nullopt; }

  static Decided admit(Pipeline& course, Instant now) {
    Allowance* const allowance = course.request_.allowance;
    if (allowance == nullptr) return std::nullopt;
    if (const auto wait = allowance->admit(now)) {
      course.phase_ = Pipeline::Phase::over;
      return Refuse{used_up(), {.shed = true}, *wait};
    }
    course.admitted_ = true;
    return std::nullopt;
  }

  static Decided route(Pipeline& course, Instant) {
    if (course.choose_backend()) return std::nullopt;
    if (course.full_) return Queue{};
    return course.end(course.why_.value_or(Error(Code::backend_unreachable, "there is no backend")),
                      {.cut = true});
  }

  static Decided shape(Pipeline& course, Instant now) {
    if (course.dials_ == nullptr || !course.request_.can_be_shaped) return std::nullopt;
    const size_t backend = course.sending_.backend;
    const std::string_view field = field_of(Dial::draft_length, course.router_->kind_of(backend));
    if (field.empty()) return std::nullopt;
    const RequestScope scope{course.request_.model, course.request_.request_class,
                             course.router_->name_of(backend)};
    if (const auto value = course.dials_->value(Dial::draft_length, scope, now))
      course.sending_.change = FieldChange{field, std::llround(*value)};
    return std::nullopt;
  }

  static Decided send(Pipeline& course, Instant) {
    course.phase_ = Pipeline::Phase::sent;
    ++course.sends_;
    return course.sending_;
  }

  // Only what cannot have been worked on: a connection that was refused goes to the next backend, and so does
  // a request for which there was no room, as far as the budget goes; a reused connection that died before a
  // byte had been closed by the other side, once it is tried anew.
  static Decided retry(Pipeline& course, Instant now) {
    if (course.loss_ == Pipeline::Loss::refused) return course.run(Part::attempt, now);
    if (course.loss_ == Pipeline::Loss::busy) return go_where_there_is_room(course, now);
    if (course.loss_ == Pipeline::Loss::none || course.sent_again_) return std::nullopt;
    course.sent_again_ = course.sending_.fresh = true;
    return send(course, now);
  }

  static Next go_where_there_is_room(Pipeline& course, Instant now) {
    RetryBudget* const retries = course.retries_;
    if (retries == nullptr || !retries->may_retry() || !course.choose_backend()) return Wait{};
    retries->on_retry();
    shape(course, now);
    return *send(course, now);
  }

  static Decided give_up(Pipeline& course, Instant) {
    const bool silent = course.phase_ == Pipeline::Phase::sent;
    return course.end(*course.why_, {.reset_reused = silent && course.sent_again_, .cut = true});
  }

  static Decided finish(Pipeline& course, Instant) {
    course.phase_ = Pipeline::Phase::over;
    return Done{};
  }
};

namespace pipeline_impl {

constexpr std::array rows = {
    StageRow{"admit", Part::request, Stages::admit, "Lets the request in, or makes it wait or go."},
    StageRow{"check", Part::request, Stages::pass, "Looks whether its messages are sound."},
    StageRow{"cache", Part::request, Stages::pass, "Answers what was answered before."},
    StageRow{"route", Part::attempt, Stages::route, "Chooses the backend."},
    StageRow{"shape", Part::attempt, Stages::shape, "Changes what is asked of the engine, as the dials say."},
    StageRow{"send", Part::attempt, Stages::send, "Sends it."},
    StageRow{"retry", Part::loss, Stages::retry, "Tries again what no engine has begun."},
    StageRow{"hedge", Part::loss, Stages::pass, "Has a second attempt at hand."},
    StageRow{"give up", Part::loss, Stages::give_up, "Tells the client."},
    StageRow{"finish", Part::end, Stages::finish, "Closes the accounts."},
};
static_assert(names_are_unique(rows));

}  // namespace pipeline_impl

std::span<const StageRow> stages() {
  return pipeline_impl::rows;
}

Next Pipeline::run(Part part, Instant now) {
  for (const StageRow& stage : stages()) {
    if (stage.part != part) continue;
    if (auto next = stage.run(*this, now)) return *std::move(next);
  }
  return Wait{};
}

bool Pipeline::choose_backend() {
  const Route route = router_->choose(tried_);
  full_ = route.full;
  if (route.backend) take(*route.backend);
  return route.backend.has_value();
}

void Pipeline::take(size_t backend) {
  tried_.push_back(backend);
  sending_ = Send{backend, false, std::nullopt};
}

Next Pipeline::has_room(size_t backend, Instant now) {
  take(backend);
  Stages::shape(*this, now);
  return *Stages::send(*this, now);
}

Next Pipeline::kept_waiting(Error why, Duration retry_after) {
  phase_ = Phase::over;
  return Refuse{std::move(why), {.shed = true}, retry_after};
}

Next Pipeline::arrived(const RequestTraits& request, Instant now) {
  request_ = request;
  if (retries_ != nullptr) retries_->on_request();
  Next next = run(Part::request, now);
  return std::holds_alternative<Wait>(next) ? run(Part::attempt, now) : next;
}

Next Pipeline::rejected(Error why) {
  return end(std::move(why), {.error = true});
}

Next Pipeline::refused(Error why, Instant now) {
  why_ = std::move(why);
  loss_ = Loss::refused;
  return run(Part::loss, now);
}

Next Pipeline::lost(Error why, bool reused, Instant now) {
  why_ = std::move(why);
  loss_ = reused && phase_ == Phase::sent ? Loss::reused : Loss::none;
  return run(Part::loss, now);
}

Next Pipeline::busy(Instant now) {
  loss_ = Loss::busy;
  return run(Part::loss, now);
}

Next Pipeline::failed(Error why, wire::StreamEnd end_as) {
  return end(std::move(why), end_as);
}

Next Pipeline::first_byte() {
  if (phase_ == Phase::sent) phase_ = Phase::heard;
  return Wait{};
}

Next Pipeline::answer_began() {
  phase_ = Phase::answering;
  return Wait{};
}

Next Pipeline::answered(Instant now) {
  return run(Part::end, now);
}

Next Pipeline::client_left(Instant now) {
  return run(Part::end, now);
}

void Pipeline::over(int64_t tokens, Instant now) {
  if (std::exchange(admitted_, false)) request_.allowance->ended(tokens, now);
}

Next Pipeline::end(Error why, wire::StreamEnd end) {
  const bool begun = phase_ == Phase::answering;
  phase_ = Phase::over;
  if (begun) return Break{std::move(why), end};
  return Refuse{.error = std::move(why), .end = end};
}

std::string Pipeline::trail() const {
  std::string text =
      sending_.change ? fmt::format("shape; {}={}", spec_of(Dial::draft_length).name, sending_.change->value)
                      : "pass";
  if (sends_ > 0) text += fmt::format("; route={}", router_->name_of(sending_.backend));
  if (sends_ > 1) text += fmt::format("; retries={}", sends_ - 1);
  return text;
}

}  // namespace foreshock::mitigate
