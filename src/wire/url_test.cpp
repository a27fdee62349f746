#include "wire/url.h"

#include <gtest/gtest.h>

#include "wire/dialect.h"
#include "wire/request_reader.h"
#include "wire/stream_end.h"

namespace foreshock::wire::url_test {

TEST(Url, JoinsEveryShapeOfBaseWithWhatTheClientAsks) {
  struct Case {
    const char *base, *asked, *sent;
  };
  for (const Case& one :
       {Case{"http://h", "/v1/chat/completions", "/v1/chat/completions"},
        Case{"http://h/", "/v1/chat/completions", "/v1/chat/completions"},
        Case{"http://h/v1", "/v1/chat/completions", "/v1/chat/completions"},
        Case{"http://h/v1/", "/v1/models?x=1", "/v1/models?x=1"},
        Case{"http://h/api/paas/v4", "/v1/chat/completions", "/api/paas/v4/chat/completions"},
        Case{"http://h/openai", "/v1/chat/completions", "/openai/v1/chat/completions"},
        Case{"http://h/v1beta", "/chat/completions", "/v1beta/chat/completions"},
        Case{"http://h/v1", "/api/chat", "/v1/api/chat"}})
    EXPECT_EQ(parse_url(one.base)->target_for(one.asked), one.sent) << one.base;
}

TEST(Url, ReadsHostsAndPorts) {
  EXPECT_EQ(parse_url("http://[::1]:8000/v1")->authority(), "[::1]:8000");
  EXPECT_EQ(parse_url("http://[::1]:8000/v1")->host, "::1");
  EXPECT_EQ(parse_url("https://api.example.com/v1")->port, 443);
  EXPECT_EQ(parse_url("http://example.com:80")->authority(), "example.com");
  for (const char* bad :
       {"", "localhost:8000", "ftp://h", "http://", "http://h:0", "http://h:99999", "http://h:x",
        "http://::1:8000", "http://[::1", "http://user:key@h", "http://h/v1?key=x", "http://[[f]",
        "http://[f]", "http://a b", "http://h\r\nx-injected: 1", "http://h/a b", "http://h/a\r\n"})
    EXPECT_EQ(parse_url(bad).error().code(), Code::bad_config) << bad;
}

TEST(Url, AFormIsDecodedOrRefused) {
  EXPECT_EQ(form_decoded("a%20b+c%3D"), "a b c=");
  for (const char* bad : {"%", "%2", "%zz"}) EXPECT_FALSE(form_decoded(bad)) << bad;
}

TEST(Url, AFormIsEncodedSoThatItIsDecodedAsTheSame) {
  EXPECT_EQ(percent_encoded("a b+c=1{x=\"é\"}~"), "a%20b%2Bc%3D1%7Bx%3D%22%C3%A9%22%7D~");
  for (const char* text : {"", "100%", "a+b &=?\n"}) EXPECT_EQ(form_decoded(percent_encoded(text)), text);
}

TEST(Url, AnAbsoluteTargetIsTakenByItsPath) {
  EXPECT_EQ(origin_form("/v1/models?x=http://h/").value(), "/v1/models?x=http://h/");
  EXPECT_EQ(origin_form("http://h:80/v1/models?x=1").value(), "/v1/models?x=1");
  EXPECT_EQ(origin_form("HTTP://h").value(), "/");
  EXPECT_EQ(origin_form("*").value(), "*");
  EXPECT_EQ(origin_form("http://user:key@h/v1").error().code(), Code::bad_request);
}

TEST(Dialect, IsKnownByThePath) {
  EXPECT_EQ(dialect_of_path("/v1/chat/completions?x=1"), Dialect::openai_chat);
  EXPECT_EQ(dialect_of_path("/api/paas/v4/chat/completions/"), Dialect::openai_chat);
  EXPECT_EQ(dialect_of_path("/v1/completions"), Dialect::openai_completions);
  EXPECT_EQ(dialect_of_path("/v1/messages"), Dialect::anthropic);
  EXPECT_EQ(dialect_of_path("/api/generate"), Dialect::ollama);
  EXPECT_EQ(dialect_of_path("/completion"), Dialect::llama_completion);
  EXPECT_EQ(dialect_of_path("/v1/models"), Dialect::unknown);
  EXPECT_EQ(dialect_of_path("/v1/threads/t_1/messages"), Dialect::unknown) << "OpenAI's";
}

TEST(Dialect, OfErrorsIsTheOneThatTheClientReads) {
  const auto of = [](std::string_view target, std::string_view fields = "") {
    RequestHead head{"GET", std::string(target), 1, {}};
    if (!fields.empty()) head.headers.add(fields, "x");
    return error_dialect(head);
  };
  for (const char* target : {"/v1/messages", "/anthropic/v1/messages?beta=true", "/v1/messages/count_tokens",
                             "/v1/messages/batches/b_1/results"})
    EXPECT_EQ(of(target), Dialect::anthropic) << target;
  EXPECT_EQ(of("/v1/models", "Anthropic-Version"), Dialect::anthropic);
  for (const char* target : {"/api/chat", "/api/tags", "/ollama/api/show?x=1", "/api/version/"})
    EXPECT_EQ(of(target), Dialect::ollama) << target;
  for (const char* target : {"/api/paas/v4/chat/completions", "/v1/models", "/api/v1/embeddings", "/", "",
                             "/v1/threads/t_1/messages"})
    EXPECT_TRUE(of(target) == Dialect::openai_chat) << target;
}

TEST(Dialect, TheTypeOfAnAnswerTellsHowItIsRead) {
  const auto framing = [](std::string_view fields, bool stream_asked) {
    return framing_of_answer(*parse_response_head("HTTP/1.1 200 OK\r\n" + std::string(fields) + "\r\n"),
                             stream_asked);
  };
  EXPECT_EQ(framing("Content-Type: Text/Event-Stream; charset=utf-8\r\n", false), Framing::sse);
  EXPECT_EQ(framing("Content-Type: application/json\r\n", true), Framing::body)
      << "a stream was asked for, an error came";
  EXPECT_EQ(framing("Content-Type: application/x-ndjson\r\n", true), Framing::lines);
  EXPECT_EQ(framing("", true), Framing::sse);
  EXPECT_EQ(framing("", false), Framing::body);
  EXPECT_EQ(framing("Content-Type: text/plain\r\n", true), Framing::sse);
  EXPECT_EQ(framing("Content-Type: audio/mpeg\r\n", false), Framing::opaque);
  EXPECT_EQ(framing("Content-Type: text/event-stream\r\nContent-Encoding: gzip\r\n", true), Framing::opaque);
  EXPECT_TRUE(is_page(*parse_response_head("HTTP/1.1 200 OK\r\nContent-Type: TEXT/HTML; charset=x\r\n\r\n")));
}

TEST(Request, IsReadAsFarAsNeeded) {
  const auto facts =
      read_request(Dialect::openai_chat, R"({"model":"m","stream":true,"messages":[{},{}],"tools":[{}]})");
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->model, "m");
  EXPECT_TRUE(facts->stream && facts->tools);
  EXPECT_EQ(facts->turns, 2);
  EXPECT_TRUE(read_request(Dialect::ollama, "{}")->stream);
  EXPECT_FALSE(read_request(Dialect::openai_chat, R"({"stream":null})")->stream);
  EXPECT_EQ(read_request(Dialect::openai_chat, R"({"model":"a\ud83db\ude42 \\ud83d \ud83d\ude42"})")->model,
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD \\ud83d \xF0\x9F\x99\x82");
  EXPECT_TRUE(read_request(Dialect::openai_chat, R"({"seed":18446744073709551616})"))
      << "passed on, not understood";
  for (const char* bad : {"", "{", "[]", "{\"a\":}", "hello"})
    EXPECT_EQ(read_request(Dialect::openai_chat, bad).error().code(), Code::bad_request);
}

TEST(StreamEnd, TakesTheFirstStateThatApplies) {
  StreamEnd end;
  EXPECT_EQ(terminal_state(end), TerminalState::truncated) << "a clean end proves nothing";
  end.finished = true;
  EXPECT_EQ(terminal_state(end), TerminalState::ok_no_done);
  end.protocol_end = true;
  EXPECT_EQ(terminal_state(end), TerminalState::ok);
  end.malformed = true;
  EXPECT_EQ(terminal_state(end), TerminalState::malformed);
  end.finish_error = true;
  EXPECT_EQ(terminal_state(end), TerminalState::finish_error);
  end.error = true;
  EXPECT_EQ(terminal_state(end), TerminalState::inband_error);
  end.cancelled = true;
  EXPECT_EQ(terminal_state(end), TerminalState::cancelled);
}

TEST(StreamEnd, CutBeforeItsEndIsTruncatedEvenWithAFinishReason) {
  StreamEnd end;
  end.finished = true;
  end.cut = true;
  EXPECT_EQ(terminal_state(end), TerminalState::truncated);
  end.protocol_end = true;
  EXPECT_EQ(terminal_state(end), TerminalState::ok) << "complete at its end marker";
}

TEST(Url, OfAUnixSocketMayHaveABase) {
  const auto url = parse_url("unix:/run/engine.sock:/v1/");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->socket, "/run/engine.sock");
  EXPECT_EQ(url->base, "/v1");
  EXPECT_EQ(url->authority(), "localhost");
  EXPECT_EQ(url->place(), "unix:/run/engine.sock");
  EXPECT_EQ(url->text(), "unix:/run/engine.sock:/v1");
  EXPECT_EQ(url->at("/metrics"), "unix:/run/engine.sock:/metrics");
  EXPECT_EQ(parse_url("unix:/run/engine.sock")->text(), "unix:/run/engine.sock");
  EXPECT_EQ(parse_url("https://[::1]/v1")->text(), "https://[::1]/v1");
  for (const char* bad : {"unix:", "unix:engine.sock", "unix:/", "unix:/a:b", "unix:/a:/v1?x"})
    EXPECT_EQ(parse_url(bad).error().code(), Code::bad_config) << bad;
}

}  // namespace foreshock::wire::url_test
