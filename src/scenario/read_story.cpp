#include "scenario/read_story.h"

#include "scenario/check_effects.h"
#include "scenario/names.h"
#include "scenario/read_parts.h"
#include "scenario/values.h"

namespace foreshock::scenario {
namespace read_story_impl {

constexpr auto read_text = read_parsed<parse_name>;

// Each part is checked against those before it.
constexpr std::array fields = {
    field<&Story::name, read_text>("scenario", Presence::required),
    field<&Story::title, read_text>("title"),
    field<&Story::source, read_text>("source"),
    field<&Story::seed, read_parsed<parse_count>>("seed"),
    field<&Story::start, read_parsed<parse_week_time>>("start"),
    field<&Story::timezone, read_parsed<parse_timezone>>("timezone"),
    field<&Story::history, read_parsed<parse_duration>>("history"),
    field<&Story::length, read_positive<parse_duration>>("length", Presence::required),
    field<&Story::clock, read_choice<clock_names>>("clock"),
    field<&Story::fidelity, read_choice<fidelity_names>>("fidelity"),
    field<&Story::text, read_parsed<parse_share>>("text"),
    field<&Story::load, read_load>("load", Presence::required),
    field<&Story::engine, read_engine>("engine", Presence::required),
    field<&Story::clients, read_clients>("clients"),
    field<&Story::probes, read_probes>("probes"),
    field<&Story::service_levels, read_service_levels>("slo"),
    field<&Story::policy, read_choice<policy_names>>("policy"),
    field<&Story::canary, read_canary>("canary"),
    field<&Story::events, read_events>("events"),
    field<&Story::faults, read_faults>("faults"),
    field<&Story::expect, read_expectations>("expect"),
};

Result<void> check_clock(const wire::YamlNode& root, const Story& story) {
  if (story.clock == ClockKind::virtual_time || story.fidelity == Fidelity::request) return {};
  return refuse(root.at("fidelity"), "'fidelity: bucket' needs the virtual clock",
                "Real servers answer every request: leave fidelity out, or clock.");
}

Result<Story> read(std::string_view text, const std::string& file) {
  FORESHOCK_TRY(const auto document, wire::YamlNode::parse(text, file));
  if (document.is_map() && document.entries().empty())
    return fail(Error(Code::bad_config, "the story is empty",
                      "Write at least scenario, length, engine and load: docs/stories.md.")
                    .at(fmt::format("{}:1:1", file)));
  Story story;
  FORESHOCK_CHECK(read_map(Value{"story", document, story}, fields, story));
  FORESHOCK_CHECK(check_clock(document, story));
  FORESHOCK_CHECK(check_effects(Value{"story", document, story}));
  return story;
}

}  // namespace read_story_impl

Result<Story> read_story(std::string_view text, const std::string& file) {
  auto story = read_story_impl::read(text, file);
  if (!story) return fail(story.error().or_hint("Mend the story; docs/stories.md tells the language."));
  return story;
}

}  // namespace foreshock::scenario
