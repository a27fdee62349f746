#include "gateway/operator_paths.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/adapter.h"
#include "wire/dialect.h"
#include "wire/text.h"
#include "wire/url.h"

namespace foreshock::gateway {
namespace operator_paths_impl {

// What may be read by anybody at a path where orders are taken too.
constexpr std::array<std::string_view, 3> readable = {"/lora-adapters", "/props", "/dials"};
constexpr int most_codings = 4;  // %2573leep is %73leep is sleep

std::string decoded(std::string_view path) {
  std::string text(path);
  for (int i = 0; i < most_codings && text.find('%') != std::string::npos; ++i) {
    auto once = wire::form_decoded(text);
    if (!once || *once == text) break;
    text = *std::move(once);
  }
  return text;
}

// As the most lenient server would take it: decoded, in small letters, without query, fragment, parameters of
// segments, and segments that say nothing.
std::vector<std::string> segments_of(std::string_view target) {
  std::string path = decoded(target.substr(0, target.find_first_of("?#")));
  path = wire::lowered(path.substr(0, path.find_first_of("?#")));
  std::replace(path.begin(), path.end(), '\\', '/');
  std::vector<std::string> segments;
  for (std::string_view segment : wire::split(path, '/')) {
    segment = segment.substr(0, segment.find_first_of(std::string_view(";\0 \t", 4)));
    if (segment == ".." && !segments.empty()) segments.pop_back();
    if (!segment.empty() && segment != "." && segment != "..") segments.emplace_back(segment);
  }
  return segments;
}

// PATTERN holds {name} for any one segment. Matches the end of PATH.
bool ends_like(const std::vector<std::string>& path, std::string_view pattern) {
  const auto wanted = wire::split(pattern.substr(1, pattern.find('?') - 1), '/');
  if (path.size() < wanted.size()) return false;
  const size_t before = path.size() - wanted.size();
  for (size_t i = 0; i < wanted.size(); ++i)
    if (!wanted[i].starts_with('{') && wire::lowered(wanted[i]) != path[before + i]) return false;
  return true;
}

// Nearly every request: written plainly, to an endpoint that is known. It costs no memory.
bool is_plainly_of_users(std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  const auto is_plain = [](char c) { return wire::is_alphanumeric(c) || c == '/' || c == '-' || c == '_'; };
  return std::all_of(path.begin(), path.end(), is_plain) &&
         wire::dialect_of_path(path) != wire::Dialect::unknown;
}

bool is_request_of_users(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& segment : path) text.append("/").append(segment);
  return wire::dialect_of_path(text) != wire::Dialect::unknown;
}

}  // namespace operator_paths_impl

bool is_for_operators(std::string_view method, std::string_view target) {
  using namespace operator_paths_impl;
  if (is_plainly_of_users(target)) return false;
  const auto path = segments_of(target);
  if (path.empty() || is_request_of_users(path)) return false;
  const bool only_looks = method == "GET" || method == "HEAD";
  const auto counts = [&](std::string_view pattern) {
    const bool may_look = std::find(readable.begin(), readable.end(), pattern) != readable.end();
    return ends_like(path, pattern) && !(only_looks && may_look);
  };
  for (const engine::Adapter* adapter : engine::adapters()) {
    for (const engine::ActRow& row : adapter->acts)
      if (counts(row.path)) return true;
    for (const std::string_view further : adapter->operator_paths)
      if (counts(further)) return true;
  }
  return false;
}

}  // namespace foreshock::gateway
