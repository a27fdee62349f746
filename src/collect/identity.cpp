#include "collect/identity.h"

#include <algorithm>

#include "collect/metrics_page.h"
#include "engine/adapter.h"
#include "wire/lenient_json.h"

namespace foreshock::collect {
namespace identity_impl {

using engine::Adapter;
using engine::Sign;

constexpr std::string_view metrics = "/metrics";
constexpr size_t longest_text = 200;  // of a version or the name of a model

void add(std::vector<std::string_view>& pages, std::span<const Sign> signs) {
  for (const Sign& sign : signs)
    if (std::find(pages.begin(), pages.end(), sign.page) == pages.end()) pages.push_back(sign.page);
}

bool is_there(const IdentityPages& pages, const Sign& sign) {
  const auto page = pages.find(sign.page);
  simdjson::dom::element root, found;
  if (page == pages.end() || wire::parse_json(page->second, root) != wire::JsonRead::read) return false;
  if (root.at_pointer(sign.pointer).get(found) != simdjson::SUCCESS) return false;
  std::string_view text;
  return sign.value.empty() || (found.get(text) == simdjson::SUCCESS && text.starts_with(sign.value));
}

std::string text_at(const IdentityPages& pages, const Sign& sign) {
  const auto page = pages.find(sign.page);
  simdjson::dom::element root;
  std::string_view text;
  if (page == pages.end() || wire::parse_json(page->second, root) != wire::JsonRead::read) return {};
  if (root.at_pointer(sign.pointer).get(text) != simdjson::SUCCESS) return {};
  return std::string(text.substr(0, longest_text));
}

const Adapter* adapter_of(const IdentityPages& pages) {
  for (const Adapter* adapter : engine::adapters())
    for (const Sign& sign : adapter->signs)
      if (is_there(pages, sign)) return adapter;
  const auto page = pages.find(metrics);
  if (page == pages.end()) return nullptr;
  const MetricsPage told(page->second);
  for (const Adapter* adapter : engine::adapters())
    if (!adapter->prefix.empty() && told.has_metrics_of(adapter->prefix)) return adapter;
  return nullptr;
}

}  // namespace identity_impl

std::vector<std::string_view> pages_to_identify(std::string_view engine) {
  std::vector<std::string_view> pages = {engine::model_name.page};
  if (const engine::Adapter* known = engine::find_adapter(engine)) {
    identity_impl::add(pages, known->versions);
    return pages;
  }
  for (const engine::Adapter* adapter : engine::adapters()) {
    identity_impl::add(pages, adapter->signs);
    identity_impl::add(pages, adapter->versions);
  }
  pages.push_back(identity_impl::metrics);
  return pages;
}

EngineIdentity identify(const IdentityPages& pages, std::string_view engine) {
  const engine::Adapter* adapter = engine::find_adapter(engine);
  if (adapter == nullptr) adapter = identity_impl::adapter_of(pages);
  EngineIdentity identity;
  identity.model = identity_impl::text_at(pages, engine::model_name);
  if (adapter == nullptr) return identity;
  identity.engine = adapter->name;
  for (const engine::Sign& place : adapter->versions)
    if (identity.version.empty()) identity.version = identity_impl::text_at(pages, place);
  return identity;
}

}  // namespace foreshock::collect
