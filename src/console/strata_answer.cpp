#include <map>
#include <set>

#include "console/api.h"
#include "console/json_values.h"
#include "console/query_values.h"

namespace foreshock::console {
namespace strata_answer_impl {

constexpr std::array<std::string_view, 1> parameters = {"signal"};

}  // namespace strata_answer_impl

Result<std::string> strata_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  FORESHOCK_TRY(const Query query, Query::parse(request.query, strata_answer_impl::parameters));
  const auto signal = query.find("signal");
  if (signal) FORESHOCK_CHECK(find_signal("signal", *signal, *sources.signals));
  std::map<std::string, std::set<std::string>> values;
  for (const SeriesKey& key : sources.store.keys())
    if (!key.stratum.dimension.empty() && (!signal || key.signal == *signal))
      values[key.stratum.dimension].insert(key.stratum.value);
  Json dimensions = Json::array();
  for (const auto& [name, of_dimension] : values)
    dimensions.push_back(Json{{"name", name}, {"values", of_dimension}});
  return to_text(Json{{"dimensions", std::move(dimensions)}});
}

}  // namespace foreshock::console
