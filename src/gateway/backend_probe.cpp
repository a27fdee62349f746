#include "gateway/backend_probe.h"

#include <cerrno>

namespace foreshock::gateway {

BackendProbe::BackendProbe(net::Reactor& reactor, Backend& backend, std::span<char> buffer, Duration limit)
    : reactor_(reactor),
      backend_(backend),
      buffer_(buffer),
      deadline_(reactor.now() + limit),
      addresses_(backend.addresses) {
  connect();
}

void BackendProbe::connect() {
  const net::SocketAddress& address = (*addresses_)[attempts_.size()];
  attempts_.push_back(std::make_unique<UpstreamConnection>(reactor_, backend_, address, buffer_));
  const int error = errno;
  attempts_.back()->set_owner(this);
  if (attempts_.back()->closed()) on_connect_failed(ConnectFailure(error));
}

bool BackendProbe::done(Instant now) {
  if (attempts_.back()->closed()) return true;
  if (now < deadline_) return false;
  backend_.note_refused(now, ConnectFailure(ETIMEDOUT).why);
  return true;
}

void BackendProbe::on_connected() {
  backend_.note_connected();
  attempts_.back()->close();
}

void BackendProbe::on_connect_failed(const ConnectFailure& failure) {
  if (attempts_.size() < addresses_->size()) return connect();
  backend_.note_refused(reactor_.now(), failure.why);
}

}  // namespace foreshock::gateway
