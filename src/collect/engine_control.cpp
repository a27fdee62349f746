#include "collect/engine_control.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/shown.h"
#include "engine/adapter.h"

namespace foreshock::collect {
namespace engine_control_impl {

std::string what_it_did(const EngineCall& call, const BackendPages::Answer& answer) {
  const std::string facts = facts_in(answer.body, *call.row);
  return fmt::format("{} {}: {}{}{}", call.method, call.target, answer.status, facts.empty() ? "" : ", ",
                     facts);
}

std::string why_not(const EngineCall& call, const BackendPages::Answer& answer) {
  return fmt::format("{} {}: {} {}{}{}", call.method, call.target, answer.status, shown(answer.body),
                     call.row->needs.empty() ? "" : " ", call.row->needs);
}

}  // namespace engine_control_impl

EngineControl::EngineControl(net::IoThread& io, const Clock& clock, const Roster& roster,
                             std::function<void(const EngineDeed&)> done)
    : io_(io), clock_(clock), roster_(roster), done_(std::move(done)), tasks_(io) {}

EngineControl::~EngineControl() {
  tasks_.stop();
}

void EngineControl::serve(const std::vector<CollectedBackend>& backends) {
  std::map<std::string, std::shared_ptr<BackendPages>> served;
  for (const CollectedBackend& backend : backends)
    served.emplace(backend.name,
                   std::make_shared<BackendPages>(backend, io_.executor(), clock_, std::chrono::seconds(5)));
  const std::lock_guard lock(mutex_);
  backends_ = std::move(served);
}

std::vector<Actuator::Engine> EngineControl::engines() const {
  const std::lock_guard lock(mutex_);
  std::vector<Engine> engines;
  for (const auto& [replica, pages] : backends_) {
    Engine& known = engines.emplace_back(Engine{replica, roster_.of(replica), {}});
    if (const engine::Adapter* adapter = engine::find_adapter(known.identity.engine))
      for (const engine::ActRow& row : adapter->acts) known.acts.push_back(row.act);
  }
  return engines;
}

std::shared_ptr<BackendPages> EngineControl::pages_of(const std::string& replica) const {
  const std::lock_guard lock(mutex_);
  const auto backend = backends_.find(replica);
  return backend == backends_.end() ? nullptr : backend->second;
}

Result<uint64_t> EngineControl::begin(EngineOrder order) {
  auto pages = pages_of(order.replica);
  if (!pages) return fail(Code::not_found, fmt::format("no backend is named '{}'", shown(order.replica)));
  FORESHOCK_TRY(EngineCall call, call_for(order, roster_.of(order.replica)));
  EngineDeed deed;
  deed.order = std::move(order);
  deed.begun = clock_.now();
  {
    const std::lock_guard lock(mutex_);
    if (running_ >= most_at_once)
      return fail(Code::overloaded, fmt::format("{} orders to engines run already", running_));
    ++running_;
    deed.number = ++last_number_;
    deeds_.push_front(deed);
    if (deeds_.size() > deeds_kept) deeds_.pop_back();
  }
  tasks_.spawn(carry_out(std::move(pages), std::move(call), deed.number));
  return deed.number;
}

std::vector<EngineDeed> EngineControl::deeds() const {
  const std::lock_guard lock(mutex_);
  return {deeds_.begin(), deeds_.end()};
}

net::Awaitable<void> EngineControl::carry_out(std::shared_ptr<BackendPages> pages, EngineCall call,
                                              uint64_t number) {
  using namespace engine_control_impl;
  const auto answer = co_await pages->call(call.method, call.target, call.body, patience);
  if (!answer)
    end(number, false, fmt::format("{} {}: {}", call.method, call.target, answer.error().what()));
  else
    end(number, answer->good(), answer->good() ? what_it_did(call, *answer) : why_not(call, *answer));
}

void EngineControl::end(uint64_t number, bool good, std::string outcome) {
  std::optional<EngineDeed> ended;
  {
    const std::lock_guard lock(mutex_);
    --running_;
    for (EngineDeed& deed : deeds_)
      if (deed.number == number) {
        deed.ended = clock_.now();
        deed.good = good;
        deed.outcome = std::move(outcome);
        ended = deed;
      }
  }
  if (ended && done_) done_(*ended);
}

}  // namespace foreshock::collect
