#include "collect/options.h"

#include <array>

#include "core/catalog.h"

namespace foreshock::collect {
namespace options_impl {

constexpr std::array rows = {
    option<&CollectOptions::every>("every", "s", 0.01, 3600,
                                   "How often all metrics of each backend are kept."),
    option<&CollectOptions::kv_every>(
        "kv_every", "s", 0.01, 3600,
        "How often the use of its KV cache is read; less often where its page takes long."),
    option<&CollectOptions::hits_every>("hits_every", "s", 0.01, 3600,
                                        "How often the hits of its prefix cache are read."),
    option<&CollectOptions::identity_every>(
        "identity_every", "s", 0.01, 86400,
        "How often a backend is asked which engine, version and model it is."),
    option<&CollectOptions::health_every>(
        "health_every", "s", 0.01, 3600, "How often the health and the properties of each backend are read."),
    option<&CollectOptions::timeout>("timeout", "s", 0.01, 600,
                                     "How long connecting, and then an answer, may take."),
    option<&CollectOptions::gpu_memory_every>(
        "gpu_memory_every", "s", 0.01, 3600,
        "How often the memory of each device of this machine is read, and what takes it."),
    option<&CollectOptions::host_every>(
        "host_every", "s", 0.1, 3600,
        "How often this machine, the processes of engines on it, and all of a "
        "device besides its memory are read."),
    option<&CollectOptions::nvml_library>(
        "nvml_library", "text",
        "NVIDIA's management library, by name or path; where it is not there, or this is empty, devices are "
        "not read."),
};
static_assert(names_are_unique(rows));

}  // namespace options_impl

OptionSet collect_options() {
  return options_impl::rows;
}

}  // namespace foreshock::collect
