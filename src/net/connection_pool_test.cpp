#include "net/connection_pool.h"

#include <future>

#include "net/client_test.h"

namespace foreshock::net::connection_pool_test {

using namespace std::chrono_literals;
using ConnectionPoolTest = ClientTest;

TEST_F(ConnectionPoolTest, KeepsAConnectionForFourSeconds) {
  const RawServer server({answer_each(3, ok), answer_each(1, ok)});
  EXPECT_FALSE(get(server.url("/")).reused);
  clock.advance(3999ms);
  EXPECT_TRUE(get(server.url("/")).reused);
  clock.advance(4s);
  EXPECT_FALSE(get(server.url("/")).reused);
}

TEST_F(ConnectionPoolTest, DoesNotKeepWhatTheServerWillClose) {
  const RawServer server({answer_each(1, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
                          answer_each(1, ok + "stray bytes"), answer_each(1, ok)});
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(get(server.url("/")).reused) << i;
}

TEST_F(ConnectionPoolTest, SeesThatAnIdleConnectionWasClosed) {
  std::promise<void> closed;
  const auto answer_and_close = [&](RawPeer& peer) {
    answer_each(1, ok)(peer);
    peer.close();
    closed.set_value();
  };
  const RawServer server({answer_and_close, answer_each(1, ok)});
  get(server.url("/"));
  closed.get_future().get();
  const Outcome outcome = get(server.url("/"));
  EXPECT_FALSE(outcome.reused);
  EXPECT_FALSE(outcome.retried);
}

TEST_F(ConnectionPoolTest, RetriesOnceWhenAReusedConnectionDiesBeforeAnyByte) {
  const auto die_at_the_second = [](RawPeer& peer) {
    answer_each(1, ok)(peer);
    peer.read_head();
  };
  const RawServer server({die_at_the_second, answer_each(1, ok)});
  EXPECT_FALSE(get(server.url("/")).retried);
  const Outcome outcome = get(server.url("/"));
  EXPECT_EQ(outcome.body, "ok");
  EXPECT_TRUE(outcome.retried);
  EXPECT_FALSE(outcome.reused);
}

TEST_F(ConnectionPoolTest, DoesNotRetryWhatIsFreshOrHasBegun) {
  const auto begin_and_die = [](RawPeer& peer) {
    answer_each(1, ok)(peer);
    peer.read_head();
    peer.send("HTTP/1.1 2");
  };
  const RawServer server({answer_each(1, ""), begin_and_die});
  const Outcome fresh = get(server.url("/"));
  ASSERT_TRUE(fresh.error);
  EXPECT_EQ(fresh.error->code(), Code::backend_broken);
  EXPECT_EQ(get(server.url("/")).body, "ok");
  const Outcome begun = get(server.url("/"));
  ASSERT_TRUE(begun.error);
  EXPECT_EQ(begun.error->code(), Code::backend_broken);
}

}  // namespace foreshock::net::connection_pool_test
