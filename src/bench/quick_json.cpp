#include <nlohmann/json.hpp>

#include "bench/quick.h"

namespace foreshock::bench {

std::string to_json(const QuickResult& result) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["url"] = result.url;
  json["model"] = result.model;
  json["valid"] = result.valid();
  json["doubts"] = result.doubts;
  json["notes"] = result.notes;
  json["measures"] = Json::array();
  for (const Measure& measure : result.measures)
    json["measures"].push_back({{"name", measure.name},
                                {"value", measure.value ? Json(*measure.value) : Json()},
                                {"unit", measure.unit},
                                {"count", measure.count},
                                {"definition", measure.definition}});
  json["outcomes"] = result.outcomes;
  json["published"] = Json::array();
  for (const PublishedRow& row : published_rows())
    json["published"].push_back({{"hardware", row.hardware},
                                 {"ttft", row.ttft},
                                 {"tokens_per_second", row.tokens_per_second},
                                 {"memory", row.memory}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace foreshock::bench
