#pragma once
// The ports: what a room needs from another without knowing it. Implemented by store, gateway, collect, alert
// and their remote twins; handed in by cli. Sinks are thread-safe and never block on I/O; what they cannot
// take they drop and count.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/action.h"
#include "core/engine_deed.h"
#include "core/event.h"
#include "core/finding.h"
#include "core/fine_sample.h"
#include "core/observation.h"
#include "core/result.h"
#include "core/series.h"
#include "core/transcript.h"

namespace foreshock {

class ObservationSink {
 public:
  virtual ~ObservationSink() = default;
  virtual void take(const Observation& observation) = 0;
};

// Takes the words that belong to an observation. It must not keep them.
class TranscriptSink {
 public:
  virtual ~TranscriptSink() = default;
  virtual void take(const Observation& observation, const Transcript& transcript) = 0;
};

class SeriesSink {
 public:
  virtual ~SeriesSink() = default;
  virtual void take(std::span<const Sample> samples) = 0;
};

class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void take(const Event& event) = 0;
};

// Text leaves memory only through the next five, the named text stores (DESIGN 4): each is off unless it is
// enabled, but ReferenceAnswers, which hold no text of users.

// Text of sampled requests.
class CaptureSink {
 public:
  virtual ~CaptureSink() = default;
  virtual void take(Identity observation, std::string_view request, std::string_view answer) = 0;
};

class AnswerCache {
 public:
  virtual ~AnswerCache() = default;
  virtual std::optional<std::string> find(std::string_view key) = 0;
  virtual void keep(std::string_view key, std::string_view answer) = 0;
};

class HistoryStore {
 public:
  virtual ~HistoryStore() = default;
  virtual std::optional<std::string> find(std::string_view session) = 0;
  virtual Result<void> append(std::string_view session, std::string_view messages) = 0;
};

// Requests whose client comes back for the answer. ID is what the client was given.
class DeferredQueue {
 public:
  virtual ~DeferredQueue() = default;
  virtual Result<void> put(std::string_view id, std::string_view request) = 0;
  virtual Result<void> finish(std::string_view id, std::string_view answer) = 0;
  virtual std::optional<std::string> answer(std::string_view id) = 0;
};

class ReferenceAnswers {
 public:
  virtual ~ReferenceAnswers() = default;
  virtual std::optional<std::string> find(std::string_view probe) = 0;
  virtual Result<void> keep(std::string_view probe, std::string_view answer) = 0;
};

// Tickets for interactive requests across gateways: never bodies.
class SharedQueue {
 public:
  virtual ~SharedQueue() = default;
  virtual Result<int64_t> enter(std::string_view ticket, int priority) = 0;  // position, from 0
  virtual void leave(std::string_view ticket) = 0;
};

// Messages that must reach the outside at least once: alerts, never text of users.
class Outbox {
 public:
  virtual ~Outbox() = default;
  virtual Result<void> post(std::string_view destination, std::string_view body) = 0;
};

class Notifier {
 public:
  virtual ~Notifier() = default;
  virtual Result<void> notify(const Finding& finding) = 0;
};

// Has engines do what their own interface for operators offers. Thread-safe.
class Actuator {
 public:
  virtual ~Actuator() = default;
  struct Engine {
    std::string replica;
    EngineIdentity identity;
    std::vector<std::string_view> acts;  // that it offers
  };
  virtual std::vector<Engine> engines() const = 0;
  // Begins it and answers its number: deeds() tells what came of it. Errors: not_found for the replica,
  // bad_request for what its engine does not do, and values; overloaded while too many run.
  virtual Result<uint64_t> begin(EngineOrder order) = 0;
  // The last ones, newest first.
  virtual std::vector<EngineDeed> deeds() const = 0;
};

class ProbeRunner {
 public:
  virtual ~ProbeRunner() = default;
  virtual Result<Observation> run(std::string_view probe, std::string_view replica) = 0;
};

// The requests now in the house.
class InFlight {
 public:
  virtual ~InFlight() = default;
  virtual int64_t count() const = 0;
};

// What was read many times a second, for joining it to the requests that were in flight. Thread-safe.
class FineHistory {
 public:
  virtual ~FineHistory() = default;
  // Of REPLICA from FROM to TO, as far back as it goes: minutes. Oldest first; layers are left out.
  virtual std::vector<FineSample> between(std::string_view replica, Instant from, Instant to) const = 0;
  // The last one of each replica, signal and layer.
  virtual std::vector<FineSample> newest() const = 0;
};

// What people tell the running service to do.
class Commands {
 public:
  virtual ~Commands() = default;
  virtual Result<std::string> run(std::string_view command, std::span<const std::string> arguments) = 0;
};

// Dials with leases. Thread-safe; works without any analysis.
class DialBoard {
 public:
  virtual ~DialBoard() = default;
  virtual std::span<const DialSpec> dials() const = 0;
  // In place of what was set for the same dial and scope; returned with its PREVIOUS. UNTIL is rounded up to
  // a whole second. Errors: bad_request for an unknown dial, and a value, scope or lease out of range;
  // forbidden for an automatic setting after undo_all, or where a person's lease runs; overloaded.
  virtual Result<DialSetting> set(DialSetting setting, const Warrant& warrant, Instant now) = 0;
  // Ends the leases of DIAL in SCOPE; without one in every scope. Errors: not_found when none runs.
  virtual Result<void> undo(std::string_view dial, const std::optional<Stratum>& scope,
                            const Warrant& warrant, Instant now) = 0;
  // The kill switch: ends every lease, and refuses automatic settings until release. How many ended.
  virtual size_t undo_all(const Warrant& warrant, Instant now) = 0;
  virtual void release(const Warrant& warrant, Instant now) = 0;
  virtual bool stopped() const = 0;
  virtual std::vector<Lease> list(Instant now) const = 0;
};

// Who did what to a dial, and why: append-only.
class AuditLog {
 public:
  virtual ~AuditLog() = default;
  // LINE is JSON without its end.
  virtual void append(std::string_view line) = 0;
};

// Actions that were suggested and wait for a person. Thread-safe.
class Approvals {
 public:
  virtual ~Approvals() = default;
  virtual std::vector<Action> pending(Instant now) const = 0;
  // Turns the dial, for as long as was suggested, from NOW on. Errors: not_found, those of DialBoard::set.
  virtual Result<DialSetting> approve(Identity action, std::string_view who, Instant now) = 0;
  // Errors: not_found.
  virtual Result<void> decline(Identity action, std::string_view who, Instant now) = 0;
};

}  // namespace foreshock
