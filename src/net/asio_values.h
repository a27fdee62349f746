#pragma once
// What the sources of this room use of Asio: errors as values, TCP and timers. Never included by another
// room.
#include <chrono>
#include <limits>

#include <asio/experimental/as_tuple.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/steady_timer.hpp>
#include <asio/use_awaitable.hpp>

#include "core/instant.h"

namespace foreshock::net {

using asio::ip::tcp;

// auto [error, …] = co_await operation(…, as_values);
constexpr auto as_values = asio::experimental::as_tuple(asio::use_awaitable);

// LIMIT from now on the timers' clock; zero: never.
inline std::chrono::steady_clock::time_point deadline_after(Duration limit) {
  using std::chrono::steady_clock;
  if (limit <= Duration::zero()) return steady_clock::time_point::max();
  return steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(limit);
}

}  // namespace foreshock::net
