// Ollama. It has no page of metrics: its answers tell. Source: api/types.go, server/routes.go.
#include <array>

#include "engine/adapter.h"

namespace foreshock::engine {
namespace ollama_impl {

constexpr std::array versions = {Sign{"/api/version", "/version"}};

constexpr std::array knobs = {
    KnobRow{"draft_length", Reach::request, "options.draft_num_predict", "A change loads the model anew."},
    KnobRow{
        "context_overflow", Reach::request, "truncate, shift, options.num_keep, options.num_ctx",
        "A prompt that is too long loses its front without a word; another num_ctx loads the model anew."},
    KnobRow{"kv_precision", Reach::start, "OLLAMA_KV_CACHE_TYPE"},
    KnobRow{"max_tokens", Reach::request, "options.num_predict"},
    KnobRow{"reasoning", Reach::request, "think"},
    KnobRow{"sleep", Reach::request, "keep_alive"},
};

constexpr std::array reason = {Fact{"done", "/done_reason"}};
constexpr std::array acts = {
    ActRow{.act = "model_load",
           .path = "/api/generate",
           .body = R"({"model":{model},"stream":false})",
           .facts = reason},
    ActRow{.act = "model_unload",
           .path = "/api/generate",
           .body = R"({"model":{model},"keep_alive":0,"stream":false})",
           .facts = reason},
};

constexpr std::array<std::string_view, 5> operator_paths = {"/api/pull", "/api/push", "/api/create",
                                                            "/api/copy", "/api/delete"};

}  // namespace ollama_impl

const Adapter ollama = {.name = "ollama",
                        .prefix = "",
                        .metrics = {},
                        .signs = ollama_impl::versions,
                        .versions = ollama_impl::versions,
                        .knobs = ollama_impl::knobs,
                        .acts = ollama_impl::acts,
                        .operator_paths = ollama_impl::operator_paths,
                        .health = "/"};

}  // namespace foreshock::engine
