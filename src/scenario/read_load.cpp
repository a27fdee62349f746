#include "enginesim/code_text.h"
#include "scenario/names.h"
#include "scenario/read_parts.h"
#include "scenario/values.h"

namespace foreshock::scenario {
namespace read_load_impl {

constexpr auto read_share = read_parsed<parse_share>;
constexpr auto read_text = read_parsed<parse_name>;
constexpr auto read_flag = read_parsed<parse_flag>;

// A median by itself, or { median, log_sd }.
template <class Spread, auto read_median>
Result<Spread> read_spread(const Value& value) {
  static constexpr std::array fields = {
      field<&Spread::median, read_median>("median", Presence::required),
      field<&Spread::log_sd, read_within<parse_number, 0, 5>>("log_sd"),
  };
  Spread spread;
  if (value.node.is_map()) {
    FORESHOCK_CHECK(read_map(value, fields, spread));
  } else {
    FORESHOCK_TRY(spread.median, read_median(value));
  }
  return spread;
}

template <int64_t least, int64_t most>
constexpr auto read_quantity = read_spread<Quantity, read_within<parse_number, least, most>>;
template <int64_t least>
constexpr auto read_tokens = read_quantity<least, 10'000'000>;
constexpr auto read_time_quantity = read_spread<TimeQuantity, read_parsed<parse_duration>>;

Result<std::string> read_written_language(const Value& value) {
  FORESHOCK_TRY(const std::string name, read_scalar(value));
  if (enginesim::code_language_of(name)) return name;
  return refuse_name(value.node, "code_language", name, names_in(enginesim::code_names()));
}

Result<void> check_loop(const Value& value, const LoadClass& load) {
  if (load.rate && load.users)
    return refuse(value.node.at("users"), "a class has a 'rate' or 'users', not both",
                  "rate is an open loop, users a closed one.");
  if (!load.rate && !load.users)
    return refuse(value.node, "a class of load needs a 'rate' or 'users'",
                  "Write rate: 4/s, or users: 50 for a closed loop.");
  if (load.rate && has_key(value.node, "think"))
    return refuse(value.node.at("think"), "'think' needs 'users'", "With a rate nobody waits for answers.");
  return {};
}

Result<LoadClass> read_load_class(const Value& value) {
  using L = LoadClass;
  static constexpr std::array fields = {
      field<&L::name, read_text>("class", Presence::required),
      field<&L::rate, read_within<parse_rate, 0, 10'000>>("rate"),
      field<&L::users, read_within<parse_count, 1, 100'000>>("users"),
      field<&L::think, read_time_quantity>("think"),
      field<&L::arrivals, read_choice<arrivals_names>>("arrivals"),
      field<&L::daily, read_share>("daily"),
      field<&L::weekly, read_share>("weekly"),
      field<&L::prompt_tokens, read_tokens<1>>("prompt_tokens"),
      field<&L::output_tokens, read_tokens<1>>("output_tokens"),
      field<&L::reasoning_tokens, read_tokens<0>>("reasoning_tokens"),
      field<&L::effort, read_choice<effort_names>>("effort"),
      field<&L::turns, read_quantity<1, 10'000>>("turns"),
      field<&L::idle_between_turns, read_time_quantity>("idle_between_turns"),
      field<&L::long_idle, read_share>("long_idle"),
      field<&L::system_tokens, read_tokens<0>>("system_tokens"),
      field<&L::stream, read_flag>("stream"),
      field<&L::tools, read_share>("tools"),
      field<&L::code, read_share>("code"),
      field<&L::code_language, read_written_language>("code_language"),
      field<&L::language, read_parsed<parse_language>>("language"),
      field<&L::script_in_prompt, read_share>("script_in_prompt"),
      field<&L::sampling, read_choice<sampling_names>>("sampling"),
      field<&L::temperature, read_within<parse_number, 0, 2>>("temperature"),
      field<&L::key, read_text>("key"),
  };
  LoadClass load;
  FORESHOCK_CHECK(read_map(value, fields, load));
  FORESHOCK_CHECK(check_loop(value, load));
  return load;
}

Result<std::optional<Duration>> read_patience(const Value& value) {
  FORESHOCK_TRY(const std::string text, read_scalar(value));
  if (text == "none") return std::nullopt;
  FORESHOCK_TRY(const Duration patience, read_positive<parse_duration>(value));
  return patience;
}

}  // namespace read_load_impl

Result<std::vector<LoadClass>> read_load(const Value& value) {
  FORESHOCK_TRY(auto load, read_some<read_load_impl::read_load_class>(value));
  for (size_t i = 0; i < load.size(); ++i)
    for (size_t before = 0; before < i; ++before)
      if (load[before].name == load[i].name)
        return refuse(value.node.items()[i].at("class"),
                      fmt::format("the class '{}' stands here twice", shown(load[i].name)),
                      "Give each class of load a name of its own.");
  return load;
}

Result<Clients> read_clients(const Value& value) {
  using namespace read_load_impl;
  static constexpr std::array fields = {
      field<&Clients::timeout, read_positive<parse_duration>>("timeout"),
      field<&Clients::retries, read_within<parse_count, 0, 100>>("retries"),
      field<&Clients::backoff, read_choice<backoff_names>>("backoff"),
      field<&Clients::patience, read_patience>("patience"),
      field<&Clients::regenerate, read_share>("regenerate"),
      field<&Clients::feedback, read_share>("feedback"),
      field<&Clients::thumbs_up, read_share>("thumbs_up"),
  };
  Clients clients;
  FORESHOCK_CHECK(read_map(value, fields, clients));
  return clients;
}

Result<Probes> read_probes(const Value& value) {
  using namespace read_load_impl;
  static constexpr std::array fields = {
      field<&Probes::every, read_positive<parse_duration>>("every"),
      field<&Probes::questions, read_within<parse_count, 0, 1000>>("questions"),
      field<&Probes::planted_facts, read_within<parse_count, 0, 100>>("planted_facts"),
      field<&Probes::logprobs, read_flag>("logprobs"),
      field<&Probes::version, read_text>("version"),
  };
  Probes probes;
  FORESHOCK_CHECK(read_map(value, fields, probes));
  return probes;
}

}  // namespace foreshock::scenario
