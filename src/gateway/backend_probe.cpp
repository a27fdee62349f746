#include "gateway/backend_probe.h"

#include <cerrno>

#include <fmt/format.h>

#include "wire/http_head.h"

namespace foreshock::gateway {
namespace backend_probe_impl {

std::string request_to(const Backend& backend) {
  wire::RequestHead head;
  head.method = "GET";
  head.target = backend.health_check.path;
  head.headers.add("Host", backend.url.authority());
  head.headers.add("User-Agent", "foreshock");
  if (!backend.api_key.empty()) head.headers.add("Authorization", fmt::format("Bearer {}", backend.api_key));
  head.headers.add("Connection", "close");
  return wire::to_bytes(head);
}

}  // namespace backend_probe_impl

BackendProbe::BackendProbe(net::Reactor& reactor, Backend& backend, std::span<char> buffer,
                           const mitigate::HealthOptions& options)
    : reactor_(reactor),
      backend_(backend),
      options_(options),
      deadline_(reactor.now() + options.timeout),
      race_(reactor, backend, buffer, *this) {
  race_.start();
}

void BackendProbe::on_tick(Instant now) {
  if (done()) return;
  if (now < deadline_) return race_.on_tick(now);
  if (!connection_) return lose(ConnectFailure(ETIMEDOUT));
  end(false, "it was not answered in time");
}

void BackendProbe::on_connected(std::unique_ptr<UpstreamConnection> connection) {
  connection_ = std::move(connection);
  connection_->set_owner(this);
  backend_.note_connected();
  if (backend_.health_check.path.empty()) return end(true, "");
  connection_->send(backend_probe_impl::request_to(backend_));
}

void BackendProbe::on_connect_failed(const ConnectFailure& failure) {
  lose(failure);
}

void BackendProbe::lose(const ConnectFailure& failure) {
  backend_.note_refused(reactor_.now(), failure.why);
  end(false, "it cannot be reached");
}

void BackendProbe::on_upstream_bytes(std::string_view bytes) {
  answer_.append(bytes);
  const auto size = wire::head_length(answer_);
  if (!size) return end(false, "its answer is no HTTP");
  if (!*size) return;
  const auto head = wire::parse_response_head(std::string_view(answer_).substr(0, **size));
  if (!head) return end(false, "its answer is no HTTP");
  end(is_wanted(head->status), fmt::format("the answer was {}", head->status));
}

void BackendProbe::on_upstream_closed(bool) {
  end(false, "it closed the connection without an answer");
}

bool BackendProbe::is_wanted(int status) const {
  return options_.status == 0 ? status / 100 == 2 : status == options_.status;
}

void BackendProbe::end(bool passed, std::string_view what) {
  done_ = true;
  race_.close();
  if (connection_) connection_->close();
  if (backend_.health_check.made) backend_.note_checked(passed, what, options_);
}

}  // namespace foreshock::gateway
