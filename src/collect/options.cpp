#include "collect/options.h"

#include <array>

#include "core/catalog.h"

namespace foreshock::collect {
namespace options_impl {

constexpr std::array rows = {
    option<&CollectOptions::every>(
        "every", "s", 0.01, 3600,
        "How often the metrics of each backend are read; 0.1 to see each step of a "
        "KV cache."),
    option<&CollectOptions::health_every>(
        "health_every", "s", 0.01, 3600, "How often the health and the properties of each backend are read."),
    option<&CollectOptions::timeout>("timeout", "s", 0.01, 600,
                                     "How long connecting, and then an answer, may take."),
};
static_assert(names_are_unique(rows));

}  // namespace options_impl

OptionSet collect_options() {
  return options_impl::rows;
}

}  // namespace foreshock::collect
