// What a request asks for is read in every dialect: an object or an error, the same each time.
#include "input.h"
#include "wire/request_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  fuzz::Input input(data, size);
  const auto dialect =
      static_cast<wire::Dialect>(input.choice(static_cast<size_t>(wire::Dialect::unknown) + 1));
  const auto facts = wire::read_request(dialect, input.rest());
  const auto again = wire::read_request(dialect, input.rest());
  FORESHOCK_MUST(facts.has_value() == again.has_value());
  if (!facts) {
    FORESHOCK_MUST(facts.error().code() == Code::bad_request && !facts.error().what().empty());
    return 0;
  }
  FORESHOCK_MUST(facts->turns >= 0 && facts->model == again->model && facts->opening == again->opening &&
                 facts->conversation == again->conversation);
  const std::string path(input.rest());
  static_cast<void>(wire::dialect_of_path(path));
  FORESHOCK_MUST(wire::endpoint_of_path(path).size() <= path.size() + 8);
  return 0;
}
