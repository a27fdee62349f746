#include "collect/backend_pages.h"

namespace foreshock::collect {
namespace backend_pages_impl {

constexpr size_t largest_page = 16u << 20;  // bytes

}  // namespace backend_pages_impl

BackendPages::BackendPages(const CollectedBackend& backend, net::Executor executor, const Clock& clock,
                           Duration timeout)
    : backend_(backend),
      url_(wire::parse_url(backend.url)),
      timeout_(timeout),
      http_(std::move(executor), clock, backend.trust) {}

net::Awaitable<Result<BackendPages::Answer>> BackendPages::call(std::string method, std::string target,
                                                                std::string body, Duration timeout) {
  if (!url_) co_return fail(url_.error());
  net::ClientRequest request(std::move(method), url_->at(target), std::move(body));
  if (!request.body.empty()) request.headers.add("Content-Type", "application/json");
  if (!backend_.api_key.empty()) request.headers.add("Authorization", "Bearer " + backend_.api_key);
  request.timeouts = {timeout_, timeout, timeout};
  auto response = co_await http_.send(std::move(request));
  if (!response) co_return fail(response.error());
  auto read = co_await response->read_all(backend_pages_impl::largest_page);
  if (!read) co_return fail(read.error());
  Answer answer;
  answer.status = response->head().status;
  answer.body = *std::move(read);
  co_return answer;
}

net::Awaitable<BackendPages::Answer> BackendPages::get(std::string_view page) {
  auto answer = co_await call("GET", std::string(page), {}, timeout_);
  Answer none;
  co_return answer ? *std::move(answer) : none;
}

}  // namespace foreshock::collect
