#pragma once
// What the console tells of each kind of cause.
#include <span>

#include "console/console.h"

namespace foreshock::cli {

std::span<const console::CauseText> cause_texts();

}  // namespace foreshock::cli
