#include "console/asset_routes.h"

namespace foreshock::console {
namespace asset_routes_impl {

// Browsers may keep the file and must ask whether it is still the same.
net::HttpReply answer(const Asset& asset, const std::string& tag, const net::HttpRequest& request) {
  net::HttpReply reply;
  reply.headers.emplace_back("ETag", tag);
  reply.headers.emplace_back("Cache-Control", "no-cache");
  if (request.headers.has_token("If-None-Match", tag)) {
    reply.status = 304;
    reply.content_type.clear();
    return reply;
  }
  reply.content_type = content_type_of(asset.path);
  reply.body = asset.bytes;
  return reply;
}

net::Route route(std::string_view path, const Asset& asset) {
  return {"GET", std::string(path),
          [asset, tag = entity_tag_of(asset.bytes)](const net::HttpRequest& request) {
            return answer(asset, tag, request);
          }};
}

}  // namespace asset_routes_impl

std::vector<net::Route> asset_routes(std::span<const Asset> assets) {
  std::vector<net::Route> routes;
  for (const Asset& asset : assets) {
    routes.push_back(asset_routes_impl::route(asset.path, asset));
    if (asset.path == "/index.html") routes.push_back(asset_routes_impl::route("/", asset));
  }
  return routes;
}

}  // namespace foreshock::console
