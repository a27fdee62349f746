#include <algorithm>
#include <array>

#include "engine/adapter.h"

namespace foreshock::engine {
namespace adapters_impl {

constexpr std::array all = {&vllm,         &sglang,   &llama_cpp, &tgi,    &triton,
                            &tensorrt_llm, &lmdeploy, &dcgm,      &process};

}  // namespace adapters_impl

std::span<const Adapter* const> adapters() {
  return adapters_impl::all;
}

const Adapter* engine_of(std::string_view metric) {
  const auto& all = adapters_impl::all;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Adapter* adapter) {
    return !adapter->prefix.empty() && metric.starts_with(adapter->prefix);
  });
  return found == all.end() ? nullptr : *found;
}

}  // namespace foreshock::engine
