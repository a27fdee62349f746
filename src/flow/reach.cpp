#include "flow/reach.h"

namespace foreshock::flow {
namespace reach_impl {

Standing standing(const SeriesKey& series, const ShiftBook& book, Instant from, Instant to) {
  const auto shift = book.shift(series, from, to);
  return shift ? standing_of(*shift) : Standing::unknown;
}

}  // namespace reach_impl

Stratum reach_of(const Finding& lead, const ShiftBook& book, Instant now) {
  using reach_impl::standing;
  const Stratum& here = lead.series.stratum;
  if (here.dimension != "replica") return here;
  const std::string& signal = lead.series.signal;
  const Standing same = lead.change == Change::rise ? Standing::rose : Standing::fell;
  bool elsewhere = standing({signal, {}}, book, lead.onset, now) == same;
  for (const std::string& replica : book.values_of("replica")) {
    if (replica == here.value) continue;
    const Standing there = standing({signal, {"replica", replica}}, book, lead.onset, now);
    if (there != same && there != Standing::unknown) return here;
    elsewhere = elsewhere || there == same;
  }
  return elsewhere ? Stratum{} : here;
}

}  // namespace foreshock::flow
