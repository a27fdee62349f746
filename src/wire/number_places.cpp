#include "wire/number_places.h"

#include "wire/json_access.h"
#include "wire/lenient_json.h"

namespace foreshock::wire {

void read_numbers(JsonValue root, NumberPlaces& places) {
  for (size_t i = 0; i < places.pointers.size(); ++i) {
    JsonValue found;
    double number = 0;
    bool flag = false;
    if (root.at_pointer(places.pointers[i]).get(found) != simdjson::SUCCESS) continue;
    if (found.get(number) == simdjson::SUCCESS)
      places.values[i] = number;
    else if (found.get(flag) == simdjson::SUCCESS)
      places.values[i] = flag ? 1 : 0;
  }
}

void read_numbers(std::string_view json, NumberPlaces& places) {
  JsonValue root;
  if (!places.pointers.empty() && parse_json(json, root) == JsonRead::read) read_numbers(root, places);
}

}  // namespace foreshock::wire
