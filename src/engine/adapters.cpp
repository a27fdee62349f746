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

}  // namespace foreshock::engine
