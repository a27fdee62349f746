#include "scenario/curve.h"

namespace foreshock::scenario {

double value_on(const Curve& curve, double x) {
  const auto& points = curve.points;
  if (x <= points.front().x) return points.front().value;
  for (size_t i = 1; i < points.size(); ++i) {
    const CurvePoint &a = points[i - 1], &b = points[i];
    if (x < b.x) return a.value + (b.value - a.value) * (x - a.x) / (b.x - a.x);
  }
  return points.back().value;
}

double place_on(CurveAxis axis, double since_start, const Moment& moment) {
  const RequestFacts* request = moment.request;
  const ReplicaFacts* replica = moment.replica;
  switch (axis) {
    case CurveAxis::time:
      return since_start;
    case CurveAxis::uptime:
      return replica ? replica->uptime : 0;
    case CurveAxis::served:
      return replica ? static_cast<double>(replica->served) : 0;
    case CurveAxis::running:
      return replica ? static_cast<double>(replica->running) : 0;
    case CurveAxis::prompt_tokens:
      return request ? static_cast<double>(request->prompt_tokens) : 0;
    case CurveAxis::context_tokens:
      return request ? static_cast<double>(request->context_tokens) : 0;
    case CurveAxis::turn:
      return request ? static_cast<double>(request->turn) : 0;
  }
  return 0;
}

bool is_of_requests(CurveAxis axis) {
  return axis == CurveAxis::prompt_tokens || axis == CurveAxis::context_tokens || axis == CurveAxis::turn;
}

}  // namespace foreshock::scenario
