#include "cli/config_lists.h"

#include <fmt/format.h>

#include "core/signal_catalog.h"
#include "signals/signal.h"
#include "wire/key_hash.h"

namespace foreshock::cli {
namespace config_lists_impl {

// Of ONE, a key or token of the list with a name and a hash, among OTHERS. WHAT: "key", "token".
template <class Keyed>
Result<void> check_hashed(const wire::YamlNode& item, std::string_view what, const Keyed& one,
                          const std::vector<Keyed>& others) {
  if (const auto sound = wire::check_key_hash(one.hash); !sound)
    return item.error(sound.error().what(), std::string(sound.error().hint()));
  if (one.name.empty())
    return item.error(fmt::format("a {} has no name", what), "Add name: who it was given to.");
  for (const Keyed& other : others)
    if (other.name == one.name || other.hash == one.hash)
      return item.error(
          fmt::format("'{}' and '{}' are not told apart by name and hash", other.name, one.name),
          fmt::format("Give each client a name and a {} of its own.", what));
  return {};
}

}  // namespace config_lists_impl

Result<void> read_backends(const wire::YamlNode& list, std::vector<gateway::BackendOptions>& out,
                           std::vector<collect::BackendPlace>& places) {
  if (!list.is_list() || list.items().empty())
    return list.error("'backends' needs a list of at least one",
                      "Write it as backends: [{ name: a, url: http://host:port }].");
  for (const wire::YamlNode& item : list.items()) {
    gateway::BackendOptions backend;
    collect::BackendPlace place;
    const auto of_gateway = names_of(gateway::backend_options()),
               of_place = names_of(collect::place_options());
    FORESHOCK_CHECK(wire::read_options(item, gateway::backend_options(), of_place, &backend));
    FORESHOCK_CHECK(wire::read_options(item, collect::place_options(), of_gateway, &place));
    if (backend.url.empty()) return item.error("a backend has no url", "Add url: http://host:port.");
    if (backend.name.empty()) backend.name = fmt::format("backend-{}", out.size() + 1);
    place.name = backend.name;
    places.push_back(std::move(place));
    out.push_back(std::move(backend));
  }
  return {};
}

Result<void> read_models(const wire::YamlNode& list, std::vector<gateway::ModelOptions>& out) {
  if (!list.is_list())
    return list.error("'models' is a list", "Write it as models: [{ match: \"*-think*\", idle: 30m }].");
  for (const wire::YamlNode& item : list.items()) {
    gateway::ModelOptions model;
    FORESHOCK_CHECK(wire::read_options(item, gateway::model_options(), {}, &model));
    if (model.match.empty())
      return item.error("an entry of 'models' matches nothing", "Add match: a name, or a part of it with *.");
    out.push_back(std::move(model));
  }
  return {};
}

Result<void> read_signals(const wire::YamlNode& list, std::vector<gateway::CustomSignalOptions>& out) {
  if (!list.is_list())
    return list.error(
        "'signals' is a list",
        "Write it as signals: [{ name: csat, unit: ratio, direction: higher_is_better, header: x-csat }].");
  for (const wire::YamlNode& item : list.items()) {
    gateway::CustomSignalOptions signal;
    FORESHOCK_CHECK(wire::read_options(item, gateway::custom_signal_options(), {}, &signal));
    SignalCatalog catalog(signals::signal_specs());
    const auto read = gateway::custom_signal_of(signal);
    if (!read) return item.error(read.error().what(), std::string(read.error().hint()));
    if (const auto declared = catalog.declare(*read); !declared)
      return item.error(declared.error().what(), std::string(declared.error().hint()));
    for (const gateway::CustomSignalOptions& other : out)
      if (other.name == signal.name)
        return item.error(fmt::format("the signal '{}' stands there twice", signal.name),
                          "Give each signal one entry.");
    out.push_back(std::move(signal));
  }
  return {};
}

Result<void> read_sources(const wire::YamlNode& list, std::vector<collect::SourceOptions>& out) {
  if (!list.is_list())
    return list.error("'sources' is a list",
                      "Write it as sources: [{ name: a, prometheus: http://host:9090 }].");
  for (const wire::YamlNode& item : list.items()) {
    collect::SourceOptions source;
    FORESHOCK_CHECK(wire::read_options(item, collect::source_options(), {}, &source));
    if (source.name.empty()) source.name = fmt::format("source-{}", out.size() + 1);
    if (source.prometheus.empty())
      return item.error("a source has no address", "Add prometheus: http://host:9090.");
    if (const auto sound = collect::check_source(source); !sound)
      return item.error(sound.error().what(), std::string(sound.error().hint()));
    for (const collect::SourceOptions& other : out)
      if (other.name == source.name)
        return item.error(fmt::format("two sources have the name '{}'", source.name),
                          "Give each its own name.");
    out.push_back(std::move(source));
  }
  return {};
}

Result<void> read_keys(const wire::YamlNode& list, std::vector<gateway::KeyOptions>& out) {
  if (!list.is_list())
    return list.error("'keys' is a list", "Write it as keys: [{ name: a, hash: \"sha256:…\" }].");
  for (const wire::YamlNode& item : list.items()) {
    gateway::KeyOptions key;
    FORESHOCK_CHECK(wire::read_options(item, gateway::key_options(), {}, &key));
    FORESHOCK_CHECK(config_lists_impl::check_hashed(item, "key", key, out));
    out.push_back(std::move(key));
  }
  return {};
}

Result<void> read_admin_tokens(const wire::YamlNode& list, std::vector<console::AdminToken>& out) {
  if (!list.is_list())
    return list.error("'admin_tokens' is a list",
                      "Write it as admin_tokens: [{ name: a, role: viewer, hash: \"sha256:…\" }].");
  for (const wire::YamlNode& item : list.items()) {
    console::AdminToken token;
    FORESHOCK_CHECK(wire::read_options(item, console::admin_token_options(), {}, &token));
    FORESHOCK_CHECK(config_lists_impl::check_hashed(item, "token", token, out));
    out.push_back(std::move(token));
  }
  return {};
}

}  // namespace foreshock::cli
