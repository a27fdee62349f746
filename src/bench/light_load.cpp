#include "bench/light_load.h"

#include <memory>

#include "bench/prompts.h"
#include "core/log.h"

namespace foreshock::bench {
namespace light_load_impl {

// Says once that the load fails, and once that it works again.
class Failures {
 public:
  void note(const LoadResult& result) {
    const bool fails = !succeeded(result);
    if (fails != failing_)
      log::write(fails ? log::Level::warn : log::Level::info, "bench",
                 fails ? "the light load fails: " + outcome_of(result) : "the light load works again");
    failing_ = fails;
  }

 private:
  bool failing_ = false;
};

}  // namespace light_load_impl

Result<std::unique_ptr<LoadRun>> start_light_load(net::IoThread& io, const Clock& clock, std::string url,
                                                  double rate) {
  LoadOptions options;
  options.url = std::move(url);
  options.rate = rate;
  options.duration = Duration::zero();
  auto prompts = std::make_shared<MixedPrompts>(options.seed);
  auto failures = std::make_shared<light_load_impl::Failures>();
  return LoadRun::start(
      io, clock, std::move(options), [prompts] { return prompts->next(); },
      [failures](const LoadResult& result) { failures->note(result); });
}

}  // namespace foreshock::bench
