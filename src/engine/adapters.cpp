#include <array>

#include "engine/adapter.h"

namespace foreshock::engine {
namespace adapters_impl {

constexpr std::array all = {&vllm,     &sglang, &llama_cpp, &tgi,  &triton, &trtllm,
                            &lmdeploy, &ollama, &simulated, &dcgm, &process};

}  // namespace adapters_impl

std::span<const Adapter* const> adapters() {
  return adapters_impl::all;
}

const Adapter* find_adapter(std::string_view name) {
  for (const Adapter* adapter : adapters())
    if (adapter->name == name) return adapter;
  return nullptr;
}

}  // namespace foreshock::engine
