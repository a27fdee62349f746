#pragma once
// What the names of clients are made with.
#include <string>

#include "gateway/keyed_hash.h"

namespace foreshock::cli {

// The secret in FILE, which only its owner may read; made when it is missing, so that a client is called the
// same after a restart. Where FILE cannot be used, one for this process alone.
gateway::HashKey identity_secret(const std::string& file);

}  // namespace foreshock::cli
