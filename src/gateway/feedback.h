#pragma once
// POST /v1/feedback: how somebody liked an answer.
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace foreshock::gateway {

inline constexpr std::string_view feedback_path = "/v1/feedback";

struct Rating {
  uint64_t observation = 0;  // of the answer
  double value = 0;          // 0 bad to 1 good
};

// {"request": the answer's x-foreshock-id, "rating": "up", "down", or a number from 0 to 1}. NEXT: the number
// of the next request. Errors: bad_request, with what was expected; too_large; not_found for a request still
// to come.
Result<Rating> read_rating(std::string_view body, uint64_t next);

}  // namespace foreshock::gateway
