#pragma once
// "/" and the files of the page.
#include <span>
#include <vector>

#include "console/asset.h"
#include "net/route.h"

namespace foreshock::console {

// One route an asset, and "/" for /index.html. The bytes must live as long as the routes.
std::vector<net::Route> asset_routes(std::span<const Asset> assets);

}  // namespace foreshock::console
