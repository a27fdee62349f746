#pragma once
// What must come out of a story. An absent expectation is not judged.
#include <optional>
#include <string>
#include <vector>

#include "core/event.h"
#include "core/finding.h"
#include "core/verdict.h"
#include "scenario/conditions.h"

namespace foreshock::scenario {

// Some stratum of a series; everything where all is empty.
struct Where {
  std::vector<std::string> replicas;
  Conditions conditions;
};

struct ExpectedPages {
  int64_t min = 0;
  std::optional<int64_t> max;
};

struct ExpectedFinding {
  std::string series;
  Where where;
  std::optional<Shape> shape;
  std::optional<Change> direction;
  std::optional<Duration> within;   // of the onset. Where both are there,
  std::optional<int64_t> requests;  // affected ones, one of the two suffices
};

struct ExpectedEvent {
  std::optional<EventKind> kind;  // absent: the page names no event
};

struct ExpectedCauses {
  int64_t top = 3;
  std::vector<std::string> any;
};

struct ExpectedAction {
  std::string policy;
  std::optional<Change> direction;
};

struct ExpectedForecast {
  std::string crosses;  // the name of an SLO
  Duration lead{0};     // at least
};

enum class CanaryEnd : uint8_t { promoted, not_promoted };

// What holds from FROM to the end.
struct ExpectedAfter {
  std::string series;  // empty: only the accuracy is asked for
  Where where;
  std::optional<double> mean_below;         // in seconds for a time
  std::optional<double> accuracy_at_least;  // of the probes
  Duration from{0};
};

struct Expectations {
  std::optional<ExpectedPages> pages;
  std::vector<ExpectedFinding> findings;
  std::optional<ExpectedEvent> first_event;
  std::optional<ExpectedCauses> causes;
  std::optional<ExpectedAction> action;
  std::optional<Decision> verdict;
  std::optional<ExpectedForecast> forecast;
  std::optional<CanaryEnd> canary;
  std::optional<ExpectedAfter> after;

  // Nothing is judged.
  bool none() const {
    return !(pages || first_event || causes || action || verdict || forecast || canary || after) &&
           findings.empty();
  }
};

}  // namespace foreshock::scenario
