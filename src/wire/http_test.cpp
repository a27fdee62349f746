#include <gtest/gtest.h>

#include "testkit/pieces.h"
#include "wire/http_body.h"
#include "wire/http_head.h"

namespace foreshock::wire::http_test {

Result<BodyFraming> framing_of(std::string_view fields) {
  const auto head = parse_request_head("POST / HTTP/1.1\r\n" + std::string(fields) + "\r\n");
  if (!head) return fail(head.error());
  return request_framing(*head);
}

TEST(HttpHead, FindsItsEndWithEitherLineEnd) {
  EXPECT_EQ(*head_length("GET / HTTP/1.1\r\nA: b\r\n\r\nrest"), 24u);
  EXPECT_EQ(*head_length("GET / HTTP/1.1\nA: b\n\nrest"), 21u);
  EXPECT_EQ(*head_length("GET / HTTP/1.1\r\nA: b\r\n\r"), std::nullopt);
  EXPECT_EQ(head_length(std::string(70'000, 'x')).error().code(), Code::head_too_large);
}

TEST(HttpHead, ReadsARequest) {
  const auto head =
      parse_request_head("POST /v1/x?y=1 HTTP/1.1\r\nHost: a:1\r\nX-Empty:\r\nx-SPACE: \t v \r\n\r\n");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->method, "POST");
  EXPECT_EQ(head->target, "/v1/x?y=1");
  EXPECT_EQ(head->headers.find("host"), "a:1");
  EXPECT_EQ(head->headers.find("x-empty"), "");
  EXPECT_EQ(head->headers.find("X-Space"), "v");
  EXPECT_EQ(to_bytes(*head), "POST /v1/x?y=1 HTTP/1.1\r\nHost: a:1\r\nX-Empty: \r\nx-SPACE: v\r\n\r\n");
}

TEST(HttpHead, RefusesWhatOthersCouldReadDifferently) {
  for (const char* bad :
       {"GET / HTTP/1.1\r\nA : b\r\n\r\n", "GET / HTTP/1.1\r\n A: b\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", "GET / HTTP/1.1\r\nnothing\r\n\r\n", "GET / HTTP/2\r\n\r\n",
        "GET  HTTP/1.1\r\n\r\n", "G@T / HTTP/1.1\r\n\r\n", "GET / x HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", "GET / HTTP/1.1\r\n: b\r\n\r\n", "GET / HTTP/1.1\nA: b\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\nB: c\r\n\r\n", "GET / HTTP/1.1\r\nA: b\r\n\n", "GET / HTTP/1.1\n\n"})
    EXPECT_FALSE(parse_request_head(bad)) << bad;
  HeadLimits few;
  few.fields = 1;
  EXPECT_EQ(parse_request_head("GET / HTTP/1.1\r\nA: 1\r\nB: 2\r\n\r\n", few).error().code(),
            Code::head_too_large);
}

TEST(HttpHead, KnowsHowLongABodyIs) {
  EXPECT_EQ(framing_of("")->kind, BodyFraming::Kind::none);
  EXPECT_EQ(framing_of("Content-Length: 5\r\n")->length, 5u);
  EXPECT_EQ(framing_of("Content-Length: 5\r\nContent-Length: 5\r\n")->length, 5u);
  EXPECT_EQ(framing_of("Transfer-Encoding: Chunked\r\n")->kind, BodyFraming::Kind::chunked);
  for (const char* bad :
       {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: 5, 5\r\n", "Content-Length: -1\r\n", "Content-Length: \r\n",
        "Content-Length: 0x5\r\n", "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"})
    EXPECT_EQ(framing_of(bad).error().code(), Code::bad_request) << bad;
}

TEST(HttpHead, SaysWhatIsWrongWithATransferEncoding) {
  EXPECT_EQ(framing_of("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n").error().what(),
            "two Transfer-Encoding fields in one message");
  EXPECT_EQ(framing_of("Transfer-Encoding: gzip\r\n").error().what(), "unknown Transfer-Encoding: 'gzip'");
  const auto old = parse_request_head("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n");
  ASSERT_TRUE(old);
  EXPECT_EQ(request_framing(*old).error().code(), Code::bad_request);
}

TEST(HttpHead, ReadsAResponseAndItsFraming) {
  const auto head = parse_response_head("HTTP/1.1 200\r\n\r\n");
  ASSERT_TRUE(head);
  EXPECT_EQ(response_framing(*head, "GET")->kind, BodyFraming::Kind::until_close);
  EXPECT_EQ(response_framing(*head, "HEAD")->kind, BodyFraming::Kind::none);
  EXPECT_EQ(parse_response_head("HTTP/1.1 404 Not Found\r\n\r\n")->reason, "Not Found");
  for (const char* bad :
       {"HTTP/1.1 2000 x\r\n\r\n", "HTTP/1.1 099 x\r\n\r\n", "HTTP/1.1 999 x\r\n\r\n",
        "HTTP/1.1 200 a\x01b\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "ICY 200 OK\r\n\r\n", "\r\n\r\n"})
    EXPECT_EQ(parse_response_head(bad).error().code(), Code::backend_broken) << bad;
}

TEST(HttpHead, AnAnswerMayEndItsLinesWithALoneLf) {
  const auto head = parse_response_head("HTTP/1.1 200 OK\nA: b\n\n");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->headers.find("a"), "b");
}

TEST(HttpHead, StripsHopByHopFieldsAndThoseThatConnectionNames) {
  Headers headers;
  for (const char* name :
       {"Connection", "Keep-Alive", "X-Hop", "TE", "Upgrade", "Trailer", "Transfer-Encoding", "X-Stays"})
    headers.add(name, "x-hop, close");
  strip_hop_by_hop(headers);
  ASSERT_EQ(headers.size(), 1u);
  EXPECT_EQ(headers.begin()->first, "X-Stays");
}

struct Read {
  std::string payload;
  bool done = false, failed = false;
  size_t left = 0;
};

Read read_body_of(BodyFraming framing, const std::vector<std::string_view>& pieces) {
  BodyReader reader(framing);
  Read out;
  for (std::string_view piece : pieces) {
    while (!piece.empty() && !reader.done()) {
      const auto step = reader.next(piece);
      if (!step) return out.failed = true, out;
      out.payload += step->payload;
      piece.remove_prefix(step->consumed);
    }
    out.left += piece.size();
  }
  out.done = reader.done();
  return out;
}

TEST(HttpBody, ReadsChunksHoweverTheyAreCutAndLeavesWhatFollows) {
  const std::string bytes =
      "5\r\nhello\r\n1;ext=\"a\"\r\n \r\n0A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nNEXT";
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const Read read =
        read_body_of({BodyFraming::Kind::chunked, 0}, testkit::random_pieces(bytes, seed, 1 + seed % 9));
    EXPECT_EQ(read.payload, "hello 0123456789") << seed;
    EXPECT_TRUE(read.done);
    EXPECT_EQ(read.left, 4u);
  }
}

// What goes on to others, however BYTES are cut.
std::string relayed(std::string_view bytes, size_t longest) {
  BodyReader reader({BodyFraming::Kind::chunked, 0});
  std::string out;
  for (size_t at = 0; at < bytes.size(); at += longest) {
    std::string_view piece = bytes.substr(at, longest);
    while (!piece.empty()) {
      const auto step = reader.next(piece).value();
      out.append(step.relayed);
      piece.remove_prefix(step.consumed);
    }
  }
  EXPECT_TRUE(reader.done());
  return out;
}

TEST(HttpBody, PassesChunksOnWithoutExtensionsAndTrailers) {
  constexpr std::string_view plain = "00A\r\n0123456789\r\nb\r\nhello\r\nyou!\r\n0\r\n\r\n";
  constexpr std::string_view decorated =
      "00A ;k=secret\r\n0123456789\r\nb\r\nhello\r\nyou!\r\n0;x\r\nX-Api-Key: secret\r\nA: b\r\n\r\n";
  for (const size_t longest : {1, 2, 3, 7, 1000}) {
    EXPECT_EQ(relayed(plain, longest), plain) << longest;
    EXPECT_EQ(relayed(decorated, longest), plain) << longest;
  }
}

TEST(HttpBody, RefusesBrokenChunks) {
  for (std::string_view bad : {"x\r\n", "\r\n", "5\nhello\r\n", " 5\r\nhello\r\n", "5\r\nhelloX\r\n",
                               "-1\r\n", "11111111111111111\r\n", "ffffffffffffffff\r\n", "10000000001\r\n"})
    EXPECT_TRUE(read_body_of({BodyFraming::Kind::chunked, 0}, {bad}).failed) << bad;
}

TEST(HttpBody, KnowsWhatIsToComeOfAChunkAndOfALength) {
  BodyReader chunked({BodyFraming::Kind::chunked, 0});
  EXPECT_EQ(chunked.promised(), 0u);
  EXPECT_TRUE(chunked.next("10000000000\r\n"));
  EXPECT_EQ(chunked.promised(), uint64_t{1} << 40);
  EXPECT_TRUE(chunked.next("abc"));
  EXPECT_EQ(chunked.promised(), (uint64_t{1} << 40) - 3);
  EXPECT_EQ(BodyReader({BodyFraming::Kind::length, 5}).promised(), 5u);
}

TEST(HttpBody, CountsLengthsAndKnowsWhetherACloseIsClean) {
  const Read read = read_body_of({BodyFraming::Kind::length, 5}, {"hel", "loNEXT"});
  EXPECT_EQ(read.payload, "hello");
  EXPECT_TRUE(read.done);
  EXPECT_EQ(read.left, 4u);
  EXPECT_TRUE(BodyReader({BodyFraming::Kind::length, 0}).done());
  EXPECT_FALSE(BodyReader({BodyFraming::Kind::length, 5}).ends_cleanly_on_close());
  EXPECT_FALSE(BodyReader({BodyFraming::Kind::chunked, 0}).ends_cleanly_on_close());
  EXPECT_TRUE(BodyReader({BodyFraming::Kind::until_close, 0}).ends_cleanly_on_close());
}

TEST(BodyReader, TrailersHaveAnEnd) {
  BodyReader reader({BodyFraming::Kind::chunked, 0});
  ASSERT_TRUE(reader.next("0\r\n"));
  Result<BodyReader::Step> step = BodyReader::Step{};
  for (int i = 0; i < 10'000 && step; ++i) step = reader.next("X: yyyyyyyyyyyyyyyyyyyyy\r\n");
  ASSERT_FALSE(step);
  EXPECT_EQ(step.error().what(), "the trailers behind the chunks are too long");
}

}  // namespace foreshock::wire::http_test
