#include "scenario/names.h"

#include <tuple>

#include "scenario/values.h"

namespace foreshock::scenario {
namespace names_impl {

// The different texts of MEMBER in ROWS that are not empty. Quadratic: only errors need them.
template <class Rows, class Member>
std::vector<std::string_view> gather(const Rows& rows, Member member) {
  std::vector<std::string_view> out;
  for (const auto& row : rows) {
    const std::string& text = row.*member;
    if (!text.empty() && std::find(out.begin(), out.end(), text) == out.end()) out.push_back(text);
  }
  return out;
}

template <class Rows, class Member>
bool has_text(const Rows& rows, Member member, const std::string& text) {
  return !text.empty() &&
         std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.*member == text; });
}

// A text of MEMBER in ROWS.
template <class Rows, class Member>
Result<std::string> read_one_of(const Value& value, std::string_view kind, const Rows& rows, Member member) {
  FORESHOCK_TRY(const std::string name, read_scalar(value));
  if (has_text(rows, member, name)) return name;
  return refuse_name(value.node, kind, name, gather(rows, member));
}

}  // namespace names_impl

Result<std::string> read_class(const Value& value) {
  return names_impl::read_one_of(value, "class", value.story.load, &LoadClass::name);
}
Result<std::string> read_key(const Value& value) {
  return names_impl::read_one_of(value, "client key", value.story.load, &LoadClass::key);
}
Result<std::string> read_language(const Value& value) {
  return names_impl::read_one_of(value, "language", value.story.load, &LoadClass::language);
}
Result<std::string> read_code_language(const Value& value) {
  return names_impl::read_one_of(value, "code language", value.story.load, &LoadClass::code_language);
}
Result<std::string> read_replica(const Value& value) {
  return names_impl::read_one_of(value, "replica", value.story.engine.replicas, &Replica::name);
}
Result<std::string> read_device(const Value& value) {
  return names_impl::read_one_of(value, "device", value.story.engine.replicas, &Replica::device);
}
Result<std::string> read_zone(const Value& value) {
  return names_impl::read_one_of(value, "zone", value.story.engine.replicas, &Replica::zone);
}
Result<std::string> read_pool(const Value& value) {
  return names_impl::read_one_of(value, "pool", value.story.engine.replicas, &Replica::pool);
}
Result<std::string> read_version(const Value& value) {
  using namespace names_impl;
  const auto& [replicas, events] = std::tie(value.story.engine.replicas, value.story.events);
  FORESHOCK_TRY(const std::string name, read_scalar(value));
  if (has_text(replicas, &Replica::version, name) || has_text(events, &StoryEvent::to, name)) return name;
  auto known = gather(replicas, &Replica::version);
  for (std::string_view version : gather(events, &StoryEvent::to)) known.push_back(version);
  return refuse_name(value.node, "version", name, known);
}

}  // namespace foreshock::scenario
