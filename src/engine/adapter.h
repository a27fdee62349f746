#pragma once
// What an engine, or an exporter beside it, is known by, and what its page of metrics means.
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/control.h"

namespace foreshock::engine {

// How several samples of one metric (ranks, engines, devices) become one value.
enum class Together : uint8_t { sum, mean };

// The samples of a metric, or those of them whose LABEL is VALUE. A counter is found with and without the
// ending _total, which depends on the version of the client library.
struct Source {
  std::string_view metric{};
  Together together = Together::sum;
  std::string_view label{}, value{};
  auto operator<=>(const Source&) const = default;
};

// What becomes of a source.
enum class As : uint8_t {
  level,                // as it stands
  rate,                 // growth by the second
  rate_of_use,          // the same, nothing while it does not grow
  since,                // the time since then
  share_of_highest,     // of the highest seen
  quotient_of_levels,   // of OF and OVER
  quotient_of_growths,  // of their growths since the page before; nothing while OVER does not grow
};

// Of the rows of one signal the first counts whose sources are there.
// Value = offset + factor · what becomes of OF. Values below 0, and sources above MOST, are marks for "not
// known".
struct MetricRow {
  std::string_view signal;  // of signals/signals.cpp
  Source of;
  As as = As::level;
  Source over{}, also_over{};  // what a quotient divides by, together
  double factor = 1;           // from the unit of the metric to that of the signal
  double offset = 0;
  double most = 9e18;
};

// Where a page of JSON tells something: at the JSON pointer (RFC 6901). VALUE: how it begins; empty: that it
// is there.
struct Sign {
  std::string_view page, pointer, value{};
};

struct Adapter {
  std::string_view name;
  std::string_view prefix;  // of the names of all its metrics; empty: they have none in common
  std::span<const MetricRow> metrics;
  std::span<const Sign> signs{};     // any of them tells that it is this engine
  std::span<const Sign> versions{};  // the first that is there tells the version of the engine
  std::span<const KnobRow> knobs{};
  std::span<const ActRow> acts{};
  // Besides those of ACTS: what changes the engine for everybody, and is no request of a user.
  std::span<const std::string_view> operator_paths{};
  std::string_view health{};  // answers 200 where it can serve; empty: it has no such page
};

// The model that an engine serves.
inline constexpr Sign model_name = {"/v1/models", "/data/0/id"};

extern const Adapter vllm, sglang, llama_cpp, tgi, triton, trtllm, lmdeploy, ollama, simulated, dcgm, process;

// All of them, engines before exporters.
std::span<const Adapter* const> adapters();
// nullptr: there is none.
const Adapter* find_adapter(std::string_view name);

}  // namespace foreshock::engine
