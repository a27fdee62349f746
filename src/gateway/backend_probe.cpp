#include "gateway/backend_probe.h"

#include <cerrno>

namespace foreshock::gateway {

BackendProbe::BackendProbe(net::Reactor& reactor, Backend& backend, std::span<char> buffer)
    : reactor_(reactor),
      backend_(backend),
      connection_(reactor, backend, backend.addresses.load()->front(), buffer) {
  const int error = errno;
  connection_.set_owner(this);
  if (connection_.closed()) backend_.note_refused(reactor_.now(), error);
}

void BackendProbe::on_connected() {
  backend_.note_connected();
  connection_.close();
}

void BackendProbe::on_connect_failed(int error) {
  backend_.note_refused(reactor_.now(), error);
}

}  // namespace foreshock::gateway
