#pragma once
// A value or an Error. Expected failures travel as values; exceptions are for start-up and bugs.
#include <tl/expected.hpp>

#include "core/error.h"

namespace foreshock {

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Code code, std::string what) {
  return tl::unexpected(Error(code, std::move(what)));
}
inline tl::unexpected<Error> fail(Code code, std::string what, std::string hint) {
  return tl::unexpected(Error(code, std::move(what), std::move(hint)));
}
inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected(std::move(error));
}

}  // namespace foreshock

#define FORESHOCK_JOIN_INNER(a, b) a##b
#define FORESHOCK_JOIN(a, b) FORESHOCK_JOIN_INNER(a, b)
#define FORESHOCK_TRY_WITH(return_keyword, target, expression, name) \
  auto name = (expression);                                          \
  if (!name) return_keyword tl::unexpected(std::move(name).error()); \
  target = std::move(*name)

// FORESHOCK_TRY(auto x, f()); takes the value of a Result or returns its error. CO_TRY: the same in a
// coroutine. One a line.
#define FORESHOCK_TRY(target, expression) \
  FORESHOCK_TRY_WITH(return, target, expression, FORESHOCK_JOIN(result_at_, __LINE__))
#define FORESHOCK_CO_TRY(target, expression) \
  FORESHOCK_TRY_WITH(co_return, target, expression, FORESHOCK_JOIN(result_at_, __LINE__))
// FORESHOCK_CHECK(f()); for a Result<void>.
#define FORESHOCK_CHECK(expression) \
  if (auto checked = (expression); !checked) return tl::unexpected(std::move(checked).error())
