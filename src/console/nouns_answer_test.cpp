#include <fmt/format.h>

#include "console/console_test.h"

namespace foreshock::console::nouns_answer_test {

using namespace std::chrono_literals;
using nlohmann::json;

class NounsAnswerTest : public ConsoleTest {
 protected:
  void keep(Noun kind, uint64_t number, Instant at) {
    const Identity id{kind, number};
    store_->keep_noun({id, at, json{{"id", to_text(id)}}.dump()});
  }
  std::vector<std::string> ids(std::string_view path, std::string_view list) const {
    std::vector<std::string> out;
    const json answer = get_json(path);
    for (const json& noun : answer.at(list)) out.push_back(noun.at("id"));
    return out;
  }
};

TEST_F(NounsAnswerTest, ListsEachKindNewestFirst) {
  const Instant now = clock_.now();
  keep(Noun::finding, 1, now - 2s);
  keep(Noun::finding, 2, now);
  keep(Noun::event, 3, now);
  const std::vector<std::string> findings{"finding-0000000000000002", "finding-0000000000000001"};
  EXPECT_EQ(ids("/api/v1/findings", "findings"), findings);
  EXPECT_EQ(ids("/api/v1/events", "events"), std::vector<std::string>{"event-0000000000000003"});
  for (const char* kind : {"diagnoses", "pages", "actions", "verdicts"})
    EXPECT_TRUE(ids(fmt::format("/api/v1/{}", kind), kind).empty()) << kind;
}

TEST_F(NounsAnswerTest, ListsThoseOfATimeAndNotTooMany) {
  for (uint64_t number = 1; number <= 3; ++number)
    keep(Noun::page, number, Instant{1'800'000'000s + number * 1s});
  const std::vector<std::string> second{"page-0000000000000002"};
  EXPECT_EQ(ids("/api/v1/pages?from=1800000002&to=1800000003", "pages"), second);
  EXPECT_EQ(ids("/api/v1/pages?to=1800000003&limit=1", "pages"), second);
  EXPECT_EQ(refusal("/api/v1/pages?limit=0"), "limit must be a number from 1 to 1000, found '0'");
  EXPECT_EQ(refusal("/api/v1/pages?since=1"), "there is no parameter 'since'.");
}

TEST_F(NounsAnswerTest, GivesOneByItsId) {
  keep(Noun::verdict, 5, clock_.now());
  EXPECT_EQ(get_json("/api/v1/nouns?id=verdict-0000000000000005").at("id"), "verdict-0000000000000005");
  EXPECT_EQ(refusal("/api/v1/nouns?id=verdict-0000000000000006", 404),
            "there is no verdict-0000000000000006");
  EXPECT_EQ(refusal("/api/v1/nouns?id=verdict-6"), "id expected an id, found 'verdict-6'");
}

}  // namespace foreshock::console::nouns_answer_test
