// The calls of our own endpoints: an event, a rating or signals as the documents say, or an error that says
// what was expected.
#include "gateway/feedback.h"
#include "gateway/posted_event.h"
#include "gateway/posted_signals.h"
#include "input.h"
#include "wire/noun_json.h"

namespace foreshock::fuzz {

void check_error(const Error& error) {
  FORESHOCK_MUST(!error.what().empty() && !error.hint().empty());
  FORESHOCK_MUST(error.text().find('\n') == std::string::npos);
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  const Instant now{std::chrono::hours(500'000)};
  const auto event = gateway::read_event(body, now);
  if (event) {
    FORESHOCK_MUST(event->until.value_or(event->at) >= event->at && event->posted);
    const std::string kept = wire::to_json(*event);
    const auto back = wire::read_event(kept);
    FORESHOCK_MUST(back && wire::to_json(*back) == kept);
  } else {
    fuzz::check_error(event.error());
  }
  const auto rating = gateway::read_rating(body, 1000);
  if (rating)
    FORESHOCK_MUST(rating->value >= 0 && rating->value <= 1 && rating->observation < 1000);
  else
    fuzz::check_error(rating.error());
  SignalCatalog catalog({});
  const auto samples = gateway::read_signals(body, now, {"replica", "model"}, catalog);
  if (samples)
    for (const Sample& sample : *samples)
      FORESHOCK_MUST(catalog.find(sample.key.signal) != nullptr && sample.at <= now);
  else
    fuzz::check_error(samples.error());
  return 0;
}
