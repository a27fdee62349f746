// A story is read, or refused with file, line and column.
#include "input.h"
#include "scenario/read_story.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  const auto story = scenario::read_story({reinterpret_cast<const char*>(data), size}, "f");
  if (!story)
    FORESHOCK_MUST(story.error().code() == Code::bad_config && story.error().what().starts_with("f:"));
  return 0;
}
