#pragma once
// What was collected of engines: to the flow, and of their load to the gateway.
#include "cli/gateway_succession.h"
#include "cli/observation_flow.h"

namespace foreshock::cli {

class CollectedSamples final : public SeriesSink {
 public:
  // Both outlive it.
  CollectedSamples(ObservationFlow& flow, const GatewaySuccession& gateways)
      : flow_(flow), gateways_(gateways) {}

  // Of one replica, from one page.
  void take(std::span<const Sample> samples) override;

 private:
  ObservationFlow& flow_;
  const GatewaySuccession& gateways_;
};

}  // namespace foreshock::cli
