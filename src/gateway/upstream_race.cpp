#include "gateway/upstream_race.h"

#include <cerrno>

namespace foreshock::gateway {
namespace upstream_race_impl {

constexpr auto stagger = std::chrono::milliseconds(250);  // RFC 8305, section 5

}  // namespace upstream_race_impl

struct UpstreamRace::Attempt final : UpstreamConnection::Seeker {
  explicit Attempt(UpstreamRace& of) : race(of) {}
  void on_connected() override { race.won(std::move(connection)); }
  void on_connect_failed(const ConnectFailure& failure) override { race.lost(failure); }

  UpstreamRace& race;
  std::unique_ptr<UpstreamConnection> connection;
};

UpstreamRace::UpstreamRace(net::Reactor& reactor, Backend& backend, std::span<char> buffer, Owner& owner)
    : reactor_(reactor), backend_(backend), buffer_(buffer), owner_(owner), addresses_(backend.addresses) {}

UpstreamRace::~UpstreamRace() = default;

// A host whose name is not known has no address yet.
void UpstreamRace::begin_next() {
  if (addresses_->empty()) {
    over_ = true;
    return owner_.on_connect_failed(ConnectFailure(EHOSTUNREACH));
  }
  next_at_ = reactor_.now() + upstream_race_impl::stagger;
  ++under_way_;
  Attempt& attempt = *attempts_.emplace_back(std::make_unique<Attempt>(*this));
  attempt.connection = std::make_unique<UpstreamConnection>(
      reactor_, backend_, (*addresses_)[attempts_.size() - 1], buffer_, attempt);
  const int error = errno;
  if (attempt.connection->closed()) lost(ConnectFailure(error));
}

void UpstreamRace::on_tick(Instant now) {
  if (!over_ && now >= next_at_ && attempts_.size() < addresses_->size()) begin_next();
}

void UpstreamRace::close() {
  over_ = true;
  for (const auto& attempt : attempts_)
    if (attempt->connection) attempt->connection->close();
}

void UpstreamRace::won(std::unique_ptr<UpstreamConnection> connection) {
  close();
  owner_.on_connected(std::move(connection));
}

void UpstreamRace::lost(const ConnectFailure& failure) {
  --under_way_;
  if (attempts_.size() < addresses_->size()) return begin_next();
  if (under_way_ > 0) return;
  over_ = true;
  owner_.on_connect_failed(failure);
}

}  // namespace foreshock::gateway
