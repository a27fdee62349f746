// A noun that is read from JSON is written so that it reads as the same.
#include "input.h"
#include "wire/noun_json.h"

namespace foreshock::fuzz {

void check(std::string_view text, auto read) {
  const auto noun = read(text);
  if (!noun) {
    FORESHOCK_MUST(noun.error().code() == Code::bad_request);
    return;
  }
  const std::string once = wire::to_json(*noun);
  FORESHOCK_MUST(once.find('\n') == std::string::npos);
  const auto again = read(once);
  FORESHOCK_MUST(again && wire::to_json(*again) == once);
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzz::check(text, wire::read_finding);
  fuzz::check(text, wire::read_event);
  fuzz::check(text, wire::read_diagnosis);
  fuzz::check(text, wire::read_page);
  fuzz::check(text, wire::read_action);
  fuzz::check(text, wire::read_verdict);
  return 0;
}
