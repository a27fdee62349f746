#include "cli/afterwards.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/catalog.h"
#include "core/shown.h"

namespace foreshock::cli {
namespace afterwards_impl {

using nlohmann::json;

struct DeedWords {
  std::string_view name;
  std::string_view words;
  bool ends;  // the action holds no more
};
constexpr std::array deeds_told = {
    DeedWords{"approve", "approved by {}", false},
    DeedWords{"decline", "declined by {}", true},
    DeedWords{"undo", "undone by {}", true},
    DeedWords{"undo_all", "undone with every other dial by {} (the kill switch)", true},
    DeedWords{"expiry", "ended by itself", true},
};

json scope_of(const Stratum& scope) {
  return scope.dimension.empty() ? json::object() : json{{scope.dimension, scope.value}};
}

std::string_view what_of(const json& deed) {
  return deed.at("what").get_ref<const std::string&>();
}

bool concerns(const json& deed, const Action& action) {
  const std::string_view what = what_of(deed);
  if (what == "undo_all") return true;
  if (what == "approve" || what == "decline") {
    const json& because = deed.at("because");
    return std::find(because.begin(), because.end(), to_text(action.id)) != because.end();
  }
  return deed.value("dial", "") == action.setting.dial && deed.at("scope") == scope_of(action.setting.scope);
}

std::string line_of(const DeedWords& told, const json& deed) {
  const std::string who = escaped(deed.at("who").get_ref<const std::string&>());
  return fmt::format("      {} at {}\n", fmt::format(fmt::runtime(told.words), who),
                     deed.at("at").get_ref<const std::string&>());
}

}  // namespace afterwards_impl

std::string afterwards_text(const Action& action, const nlohmann::json& deeds) {
  using namespace afterwards_impl;
  const json since = iso8601(action.at);
  std::string text;
  for (auto deed = deeds.rbegin(); deed != deeds.rend(); ++deed) {
    const DeedWords* told = find_by_name<DeedWords>(deeds_told, what_of(*deed));
    if (told == nullptr || deed->at("at") < since || !concerns(*deed, action)) continue;
    text += line_of(*told, *deed);
    if (told->ends) break;
  }
  return text;
}

std::string kill_switch_text(const nlohmann::json& deeds) {
  using namespace afterwards_impl;
  const auto thrown =
      std::find_if(deeds.begin(), deeds.end(), [](const json& deed) { return what_of(deed) == "undo_all"; });
  const std::string by = thrown == deeds.end() ? ""
                                               : fmt::format(", thrown by {} at {}",
                                                             escaped(thrown->at("who").get<std::string>()),
                                                             thrown->at("at").get<std::string>());
  return fmt::format("  The kill switch holds{}: policies turn nothing until 'foreshock dial release'.\n",
                     by);
}

}  // namespace foreshock::cli
