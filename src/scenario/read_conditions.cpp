#include "scenario/read_conditions.h"

#include "scenario/names.h"
#include "scenario/values.h"

namespace foreshock::scenario {
namespace read_conditions_impl {

using enginesim::DialReach;

// What a condition asks about.
enum class Subject : uint8_t { request_class, request, served_request, replica, replica_name, time };

struct Row {
  std::string_view name;
  Subject subject;
  Result<void> (*read)(const Value& value, Where& target);
};

template <auto member, auto reader>
constexpr Row row(std::string_view name, Subject subject) {
  return Row{name, subject, [](const Value& value, Where& target) -> Result<void> {
               FORESHOCK_TRY(target.conditions.*member, reader(value));
               return {};
             }};
}

Result<void> read_replicas(const Value& value, Where& target) {
  FORESHOCK_TRY(target.replicas, read_one_or_list<read_replica>(value));
  return {};
}

Result<Weekdays> read_weekdays(const Value& value) {
  Weekdays out;
  FORESHOCK_TRY(const auto parts, read_one_or_list<read_parsed<parse_weekdays>>(value));
  for (const Weekdays& part : parts) out.days |= part.days;
  return out;
}

template <auto read_one>
constexpr auto some = read_one_or_list<read_one>;
constexpr auto read_count = read_parsed<parse_count_test>;
constexpr auto read_time = read_parsed<parse_duration_test>;
constexpr auto read_flag = read_parsed<parse_flag>;
constexpr auto read_effort = read_choice<effort_names>;
constexpr auto read_sampling = read_choice<sampling_names>;

using C = Conditions;
constexpr std::array rows = {
    row<&C::classes, some<read_class>>("class", Subject::request_class),
    row<&C::keys, some<read_key>>("key", Subject::request_class),
    row<&C::languages, some<read_language>>("language", Subject::request_class),
    row<&C::code_languages, some<read_code_language>>("code_language", Subject::request_class),
    row<&C::sampling, some<read_sampling>>("sampling", Subject::request_class),
    row<&C::efforts, some<read_effort>>("effort", Subject::request_class),
    row<&C::stream, read_flag>("stream", Subject::request_class),
    row<&C::prompt_tokens, read_count>("prompt_tokens", Subject::request),
    row<&C::context_tokens, read_count>("context_tokens", Subject::request),
    row<&C::turn, read_count>("turn", Subject::request),
    row<&C::idle, read_time>("idle", Subject::request),
    row<&C::longest_idle, read_time>("longest_idle", Subject::request),
    row<&C::tools, read_flag>("tools", Subject::request),
    row<&C::code, read_flag>("code", Subject::request),
    row<&C::prefix, read_choice<prefix_names>>("prefix", Subject::served_request),
    row<&C::running, read_count>("running", Subject::replica),
    row<&C::waiting, read_count>("waiting", Subject::replica),
    row<&C::served, read_count>("served", Subject::replica),
    row<&C::uptime, read_time>("uptime", Subject::replica),
    row<&C::gap, read_time>("gap", Subject::replica),
    row<&C::cold, read_flag>("cold", Subject::replica),
    row<&C::devices, some<read_device>>("device", Subject::replica),
    row<&C::zones, some<read_zone>>("zone", Subject::replica),
    row<&C::pools, some<read_pool>>("pool", Subject::replica),
    row<&C::versions, some<read_version>>("version", Subject::replica),
    row<&C::hour, read_parsed<parse_hours>>("hour", Subject::time),
    row<&C::weekday, read_weekdays>("weekday", Subject::time),
    Row{"replica", Subject::replica_name, read_replicas},
};
static_assert(names_are_unique(rows));

bool reaches(DialReach reach, Subject subject) {
  if (subject == Subject::time) return true;
  if (subject == Subject::replica_name) return false;
  switch (reach) {
    case DialReach::everything:
      return true;
    case DialReach::unrouted:
      return subject == Subject::request_class || subject == Subject::request;
    case DialReach::classes:
      return subject == Subject::request_class;
    case DialReach::replica:
      return subject == Subject::replica;
  }
  return false;
}

// REFUSAL: "'hour' is …"; for names that exist but are not among ALLOWED.
Result<Where> read(const Value& value, const std::vector<std::string_view>& allowed,
                   std::string_view refusal) {
  FORESHOCK_CHECK(check_map(value));
  Where out;
  for (const auto& [key, node] : value.node.entries()) {
    const std::string name = key.text();
    const Row* row = find_by_name<Row>(rows, name);
    const bool fits = std::find(allowed.begin(), allowed.end(), name) != allowed.end();
    if (row == nullptr) return refuse_name(key, "condition", name, allowed);
    if (!fits)
      return refuse(key, fmt::format("'{}' cannot decide about {}", name, refusal),
                    fmt::format("It may depend on: {}.", fmt::join(allowed, ", ")));
    FORESHOCK_CHECK(row->read(Value{row->name, node, value.story}, out));
  }
  return out;
}

}  // namespace read_conditions_impl

Result<Conditions> read_conditions(const Value& value, enginesim::DialReach reach, std::string_view who) {
  std::vector<std::string_view> allowed;
  for (const auto& row : read_conditions_impl::rows)
    if (read_conditions_impl::reaches(reach, row.subject)) allowed.push_back(row.name);
  FORESHOCK_TRY(Where where, read_conditions_impl::read(value, allowed, who));
  return std::move(where.conditions);
}

Result<Where> read_where(const Value& value) {
  std::vector<std::string_view> allowed;
  for (const auto& row : read_conditions_impl::rows)
    if (row.subject != read_conditions_impl::Subject::time) allowed.push_back(row.name);
  return read_conditions_impl::read(value, allowed, "a stratum");
}

}  // namespace foreshock::scenario
