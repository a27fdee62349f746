#pragma once
// Which engine a backend is, told by its own pages.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine_deed.h"

namespace foreshock::collect {

// What each page answered, by its path; those that gave no good answer are absent.
using IdentityPages = std::map<std::string_view, std::string>;

// The pages to ask of an engine: of one that is not known all that any is known by, metrics last.
std::vector<std::string_view> pages_to_identify(std::string_view engine);

// ENGINE: where it is known already. What the pages do not tell is empty.
EngineIdentity identify(const IdentityPages& pages, std::string_view engine);

}  // namespace foreshock::collect
