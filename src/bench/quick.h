#pragma once
// The quick benchmark (SPEC B2): how fast one stream is, measured on an idle connection, one request at a
// time.
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/load_client.h"
#include "bench/load_options.h"

namespace foreshock::bench {

constexpr int quick_warm_up = 2;
constexpr int quick_measured = 10;

// A number with what it means beside it.
struct Measure {
  std::string_view name;
  std::optional<double> value;  // absent when nothing could be measured
  std::string_view unit;
  int64_t count = 0;  // of what it was made
  std::string_view definition;
};

struct QuickResult {
  std::string url;
  std::string model;
  std::vector<Measure> measures;
  std::map<std::string, int64_t> outcomes;  // of the measured requests, as outcome_of names them
  std::vector<std::string> doubts;          // why the measurement is not valid
  std::vector<std::string> notes;           // what to know when comparing

  bool valid() const { return doubts.empty(); }
};

// Told after each request how many are done, of how many.
using Progress = std::function<void(int done, int all)>;

// Warms up, then measures; url, model, prompt_words, max_tokens and seed of OPTIONS count. Blocks for as long
// as it takes. Errors: those of find_endpoint and first_model; a server that answers badly is a result that
// is not valid.
Result<QuickResult> run_quick(const LoadOptions& options, const Clock& clock, const Progress& progress = {});

// What the measured requests come to. MAX_TOKENS is what was asked for.
QuickResult summarise_quick(std::span<const LoadResult> results, int64_t max_tokens);

// {"url", "model", "valid", "doubts", "notes", "measures": [{"name", "value", "unit", "count",
// "definition"}], "outcomes", "published"}
std::string to_json(const QuickResult& result);

// The rows that the source publishes for Llama-3-8B in FP16, for comparison.
struct PublishedRow {
  std::string_view hardware;
  double ttft;               // s
  double tokens_per_second;  // over 128 tokens
  double memory;             // GB, peak
};
std::span<const PublishedRow> published_rows();

}  // namespace foreshock::bench
