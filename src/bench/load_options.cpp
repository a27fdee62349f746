#include "bench/load_options.h"

#include <array>

#include "core/catalog.h"

namespace foreshock::bench {
namespace load_options_impl {

constexpr std::array rows = {
    option<&LoadOptions::url>(
        "url", "text",
        "Where the server is: http://host:port, with or without /v1, or the whole address of "
        "its chat completions."),
    option<&LoadOptions::model>("model", "text",
                                "The model to ask; the first that the server lists when empty."),
    option<&LoadOptions::rate>(
        "rate", "requests/s", 0, 100'000,
        "Open loop: Poisson arrivals at this rate, however long answers take; 0: closed loop."),
    option<&LoadOptions::concurrency>("concurrency", "count", 1, 100'000,
                                      "Closed loop: requests under way at any time."),
    option<&LoadOptions::duration>("duration", "s", 0, 604'800,
                                   "How long requests are begun; 0s: until stopped."),
    option<&LoadOptions::prompt_words>("prompt_words", "count", 1, 1'000'000, "Length of a prompt in words."),
    option<&LoadOptions::max_tokens>("max_tokens", "tokens", 1, 1'000'000, "Most tokens of an answer."),
    option<&LoadOptions::stream>("stream", "", "Whether answers are streamed."),
    option<&LoadOptions::seed>("seed", "", "The same seed gives the same arrivals and the same prompts."),
};
static_assert(names_are_unique(rows));

}  // namespace load_options_impl

OptionSet load_options() {
  return load_options_impl::rows;
}

}  // namespace foreshock::bench
