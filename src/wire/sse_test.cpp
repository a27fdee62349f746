#include "wire/sse.h"

#include <vector>

#include <gtest/gtest.h>

#include "testkit/pieces.h"

namespace foreshock::wire::sse_test {

struct Event {
  std::string name, data;
  bool operator==(const Event&) const = default;
};

std::vector<Event> read(const std::vector<std::string_view>& pieces) {
  SseFramer framer;
  std::vector<Event> events;
  for (std::string_view piece : pieces)
    while (const SseEvent* event = framer.next(piece))
      events.push_back({std::string(event->name), std::string(event->data)});
  return events;
}

struct Case {
  const char* about;
  std::string bytes;
  std::vector<Event> events;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"LF", "data: a\n\ndata: b\n\n", {{"", "a"}, {"", "b"}}},
      {"CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", {{"", "a"}, {"", "b"}}},
      {"CR", "data: a\r\rdata: b\r\r", {{"", "a"}, {"", "b"}}},
      {"mixed ends", "data: a\r\n\ndata: b\n\rdata: c\r\r\n", {{"", "a"}, {"", "b"}, {"", "c"}}},
      {"no space after the colon", "data:a\n\n", {{"", "a"}}},
      {"only one space is optional", "data:  a \n\n", {{"", " a "}}},
      {"BOM",
       "\xef\xbb\xbf"
       "data: a\n\n",
       {{"", "a"}}},
      {"only one BOM",
       "\xef\xbb\xbf\xef\xbb\xbf"
       "data: a\n\n",
       {}},
      {"half a BOM is data",
       "\xef\xbb"
       "data: a\n\ndata: b\n\n",
       {{"", "b"}}},
      {"several data lines", "data: a\ndata: b\ndata\n\n", {{"", "a\nb\n"}}},
      {"names last for one event", "event: x\ndata: a\n\ndata: b\n\n", {{"x", "a"}, {"", "b"}}},
      {"a name without data is no event", "event: x\n\ndata: b\n\n", {{"", "b"}}},
      {"comments, ids, retries and strange fields",
       ": hi\nid: 1\nretry: 5\nwhat\ndata: a\n\n: bye\n\n",
       {{"", "a"}}},
      {"an empty data field is an event", "data:\n\n", {{"", ""}}},
      {"what has not ended is no event", "data: a\n\ndata: b\n", {{"", "a"}}},
      {"U+2028 and U+0085 end nothing",
       "data: a\xe2\x80\xa8"
       "b\xc2\x85"
       "c\n\n",
       {{"",
         "a\xe2\x80\xa8"
         "b\xc2\x85"
         "c"}}},
  };
  return all;
}

TEST(Sse, ReadsEveryFormOfTheStandardHoweverItIsCut) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.about);
    EXPECT_EQ(read({one.bytes}), one.events);
    EXPECT_EQ(read(testkit::random_pieces(one.bytes, 1, 1)), one.events);
    for (uint64_t seed = 1; seed <= 50; ++seed)
      EXPECT_EQ(read(testkit::random_pieces(one.bytes, seed, 6)), one.events);
  }
}

TEST(Sse, CountsCommentsAndKnowsAnOpenEvent) {
  SseFramer framer;
  std::string_view bytes = ": a\n\n: b\ndata: x";
  EXPECT_EQ(framer.next(bytes), nullptr);
  EXPECT_EQ(framer.comments(), 2u);
  EXPECT_TRUE(framer.in_event());
  bytes = "\n\n";
  EXPECT_NE(framer.next(bytes), nullptr);
  EXPECT_FALSE(framer.in_event());
}

TEST(Sse, ACleanEndOfTheBodyEndsTheLastEvent) {
  for (std::string_view ending : {"data: [DONE]\n", "data: [DONE]", "data: [DONE]\r"}) {
    SseFramer framer;
    EXPECT_EQ(framer.next(ending), nullptr);
    const SseEvent* event = framer.finish();
    ASSERT_NE(event, nullptr);
    EXPECT_EQ(event->data, "[DONE]");
    EXPECT_EQ(framer.finish(), nullptr);
  }
}

TEST(Sse, AnEventOverTheLimitIsCutOffAndMarkedAndTheNextIsWhole) {
  SseFramer framer;
  const std::string line = "data: " + std::string(1 << 20, 'x') + "\n";
  for (int i = 0; i < 20; ++i) {
    std::string_view bytes = line;
    EXPECT_EQ(framer.next(bytes), nullptr);
  }
  std::string_view rest = "\ndata: small\n\n";
  const SseEvent* event = framer.next(rest);
  ASSERT_NE(event, nullptr);
  EXPECT_TRUE(event->oversized);
  EXPECT_LE(event->data.size(), SseFramer::event_limit + 32);
  event = framer.next(rest);
  ASSERT_NE(event, nullptr);
  EXPECT_FALSE(event->oversized);
  EXPECT_EQ(event->data, "small");
}

}  // namespace foreshock::wire::sse_test
