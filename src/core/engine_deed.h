#pragma once
// What is known of the engine behind a backend, and what an operator has it do.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/instant.h"

namespace foreshock {

// What is not known is empty.
struct EngineIdentity {
  std::string engine;  // of the tables of the room engine
  std::string version;
  std::string model;
  bool operator==(const EngineIdentity&) const = default;
};

struct EngineOrder {
  std::string replica;
  std::string act;                                          // of the tables of the room engine
  std::vector<std::pair<std::string, std::string>> values;  // of its parameters
  std::string who;
};

struct EngineDeed {
  uint64_t number = 0;
  EngineOrder order;
  Instant begun;
  std::optional<Instant> ended;
  bool good = false;    // once it has ended
  std::string outcome;  // one line: what it did, or why not
};

}  // namespace foreshock
