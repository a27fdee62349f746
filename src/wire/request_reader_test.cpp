// What of a request tells the turns of one session from others.
#include "wire/request_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace foreshock::wire::request_reader_test {

RequestFacts facts_of(const std::string& body, Dialect dialect = Dialect::openai_chat) {
  const auto facts = read_request(dialect, body);
  EXPECT_TRUE(facts) << body;
  return facts ? *facts : RequestFacts();
}

RequestFacts chat(std::string_view messages) {
  return facts_of(fmt::format(R"({{"messages":[{}]}})", messages));
}

const std::string system_text = R"({"role":"system","content":"Be kind."})";
const std::string user = R"({"role":"user","content":"Hello"})";

TEST(RequestReader, TheOpeningStaysTheSameFromTurnToTurn) {
  const RequestFacts first = chat(system_text + "," + user);
  const RequestFacts later = chat(
      system_text + "," + user + R"(,{"role":"assistant","content":"Hi."},{"role":"user","content":"More"})");
  EXPECT_NE(first.opening, 0u);
  EXPECT_EQ(later.opening, first.opening);
  EXPECT_FALSE(first.continues);
  EXPECT_TRUE(later.continues);
}

TEST(RequestReader, OtherWordsAreAnotherOpening) {
  const uint64_t opening = chat(system_text + "," + user).opening;
  EXPECT_NE(chat(user).opening, opening);
  EXPECT_NE(chat(R"({"role":"system","content":"Be brief."},)" + user).opening, opening);
  EXPECT_NE(chat(system_text + R"(,{"role":"user","content":"Hello!"})").opening, opening);
  EXPECT_NE(chat(R"({"role":"user","content":[{"type":"text","text":"Hello"}]})").opening,
            chat(user).opening);
  EXPECT_EQ(chat("").opening, 0u);
  EXPECT_EQ(chat(R"(7,null,{"role":"user"})").opening, 0u) << "nonsense has none";
}

TEST(RequestReader, OtherDialectsHaveTheirTextsElsewhere) {
  const auto anthropic = [](std::string_view text) {
    return facts_of(fmt::format(R"({{"system":"{}","messages":[{}]}})", text, user), Dialect::anthropic)
        .opening;
  };
  EXPECT_EQ(anthropic("a"), anthropic("a"));
  EXPECT_NE(anthropic("a"), anthropic("b"));
  const auto responses = [](const std::string& rest) {
    return facts_of(R"({"instructions":"a","input":"Hello")" + rest + "}", Dialect::openai_responses);
  };
  EXPECT_NE(responses("").opening, 0u);
  EXPECT_EQ(responses(R"(,"conversation":"c7")").conversation, "c7");
  EXPECT_EQ(responses(R"(,"conversation":{"id":"c8"})").conversation, "c8");
  EXPECT_EQ(responses(R"(,"conversation":[1])").conversation, "");
}

TEST(RequestReader, ThePrefixIsHowThePromptBeginsAndNoLongerThanAskedFor) {
  const auto prefix = [](const std::string& body, size_t bytes) {
    return read_request(Dialect::openai_chat, body, bytes)->prefix;
  };
  const std::string body = fmt::format(R"({{"messages":[{},{}]}})", system_text, user);
  EXPECT_EQ(prefix(body, 100), "systemBe kind.userHello");
  EXPECT_EQ(prefix(body, 9), "systemBe ");
  EXPECT_EQ(prefix(body, 0), "");
  EXPECT_EQ(prefix(R"({"prompt":"Once"})", 3), "Onc");
  EXPECT_EQ(prefix(R"({"prompt":["a","b"],"messages":7})", 9), "7ab");
  EXPECT_EQ(prefix(R"({"instructions":"Be.","input":[{"role":"user","content":[{"type":"t"}]}]})", 99),
            R"(Be.user[{"type":"t"}])");
}

}  // namespace foreshock::wire::request_reader_test
