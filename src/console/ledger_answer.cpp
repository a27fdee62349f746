// Who used how many tokens.
#include <array>
#include <chrono>

#include "console/api.h"
#include "console/json_values.h"
#include "console/query.h"
#include "console/query_values.h"

namespace foreshock::console {
namespace ledger_answer_impl {

constexpr Duration usual_span = std::chrono::hours(24 * 31);

Json to_json(const store::LedgerTotal& total) {
  const Instant day{std::chrono::hours(24) * total.day};
  return {{"day", iso8601(day).substr(0, 10)},
          {"key", or_null(total.key)},
          {"model", or_null(total.model)},
          {"attempts", total.counts.attempts},
          {"answered", total.counts.answered},
          {"prompt_tokens", total.counts.prompt},
          {"cached_tokens", total.counts.cached},
          {"output_tokens", total.counts.output},
          {"reasoning_tokens", total.counts.reasoning},
          {"estimated", total.counts.estimated}};
}

}  // namespace ledger_answer_impl

Result<std::string> ledger_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  constexpr std::array<std::string_view, 3> parameters = {"key", "from", "to"};
  FORESHOCK_TRY(const Query query, Query::parse(request.query, parameters));
  FORESHOCK_TRY(const Times times, parse_times(query, sources.clock.now(), ledger_answer_impl::usual_span));
  FORESHOCK_TRY(const auto totals,
                sources.store.ledger(times.from, times.to, query.find("key").value_or("")));
  Json days = Json::array();
  for (const store::LedgerTotal& total : totals) days.push_back(ledger_answer_impl::to_json(total));
  return to_text(Json{{"days", days}, {"lost", sources.store.statistics().ledger_lost}});
}

}  // namespace foreshock::console
