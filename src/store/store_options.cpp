// store_options() of store.h.
#include <array>

#include "core/catalog.h"
#include "store/store.h"

namespace foreshock::store {
namespace store_options_impl {

constexpr std::array rows = {
    option<&StoreOptions::data_dir>("data_dir", "text", "The folder in which Foreshock keeps its data."),
    option<&StoreOptions::flush_every>("flush_every", "s", 0.01, 60,
                                       "How often samples go to disk; a crash loses at most this much."),
    option<&StoreOptions::observation_ring>(
        "observation_ring", "bytes", 64 * 1024, 64e9,
        "Disk space for the newest requests, 512 bytes each: an hour of 36 a "
        "second needs 64 MiB."),
    option<&StoreOptions::observation_share>(
        "observation_share", "ratio", 0, 1,
        "Share of the requests that did not fail to keep for 35 days; failures are all kept."),
    option<&StoreOptions::observation_space>("observation_space", "bytes", 1e6, 1e12,
                                             "Disk space for those of 35 days; the oldest go first."),
    option<&StoreOptions::series_cap>("series_cap", "series", 100, 1e6,
                                      "The most series in memory; samples of further ones go to 'other'."),
    option<&StoreOptions::labels_per_dimension>(
        "labels_per_dimension", "values", 2, 1e6,
        "The most values of one dimension, such as model names; the least recently used falls into 'other'."),
};
static_assert(names_are_unique(rows));

}  // namespace store_options_impl

OptionSet store_options() {
  return store_options_impl::rows;
}

}  // namespace foreshock::store
