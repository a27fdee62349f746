#include "scenario/names.h"

#include "scenario/values.h"

namespace foreshock::scenario {
namespace names_impl {

// The different texts of MEMBER in ROWS that are not empty.
template <class Rows, class Member>
std::vector<std::string_view> gather(const Rows& rows, Member member) {
  std::vector<std::string_view> out;
  for (const auto& row : rows) {
    const std::string& text = row.*member;
    if (!text.empty() && std::find(out.begin(), out.end(), text) == out.end()) out.push_back(text);
  }
  return out;
}

}  // namespace names_impl

Result<std::string> read_class(const Value& value) {
  return read_name_among(value, "class", names_impl::gather(value.story.load, &LoadClass::name));
}
Result<std::string> read_key(const Value& value) {
  return read_name_among(value, "client key", names_impl::gather(value.story.load, &LoadClass::key));
}
Result<std::string> read_language(const Value& value) {
  return read_name_among(value, "language", names_impl::gather(value.story.load, &LoadClass::language));
}
Result<std::string> read_code_language(const Value& value) {
  return read_name_among(value, "code language",
                         names_impl::gather(value.story.load, &LoadClass::code_language));
}
Result<std::string> read_replica(const Value& value) {
  return read_name_among(value, "replica", names_impl::gather(value.story.engine.replicas, &Replica::name));
}
Result<std::string> read_device(const Value& value) {
  return read_name_among(value, "device", names_impl::gather(value.story.engine.replicas, &Replica::device));
}
Result<std::string> read_zone(const Value& value) {
  return read_name_among(value, "zone", names_impl::gather(value.story.engine.replicas, &Replica::zone));
}
Result<std::string> read_pool(const Value& value) {
  return read_name_among(value, "pool", names_impl::gather(value.story.engine.replicas, &Replica::pool));
}
Result<std::string> read_version(const Value& value) {
  auto known = names_impl::gather(value.story.engine.replicas, &Replica::version);
  for (std::string_view version : names_impl::gather(value.story.events, &StoryEvent::to))
    known.push_back(version);
  return read_name_among(value, "version", known);
}

}  // namespace foreshock::scenario
