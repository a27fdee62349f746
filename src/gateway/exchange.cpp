#include "gateway/exchange.h"

#include <cerrno>

#include <fmt/format.h>

#include "core/option.h"
#include "core/shown.h"

namespace foreshock::gateway {
namespace exchange_impl {

// Whose requests may hold fields that only some engines know.
bool takes_fields(wire::Dialect dialect) {
  return dialect == wire::Dialect::openai_chat || dialect == wire::Dialect::openai_completions ||
         dialect == wire::Dialect::llama_completion;
}

constexpr size_t longest_model_name = 200;  // bytes
constexpr std::string_view timeout_field = "x-foreshock-timeout";

Result<Duration> timeout_of(std::string_view text) {
  Duration time{};
  const bool bare = !text.empty() && text.back() >= '0' && text.back() <= '9';
  const auto read = foreshock::parse_value(bare ? fmt::format("{}s", text) : std::string(text), time);
  if (!read || time <= Duration{} || time > std::chrono::days(1))
    return fail(Code::bad_request, fmt::format("{} is no time: '{}'", timeout_field, shown(text)),
                "Write seconds, or a time such as 30s or 800ms, at most 1d.");
  return time;
}

}  // namespace exchange_impl

Exchange::Exchange(Worker& worker, ClientStream& client, IncomingRequest request)
    : worker_(worker),
      client_(client),
      known_(request.client),
      head_(std::move(request.head)),
      body_(std::make_shared<const RequestBody>(std::move(request.body))),
      dialect_(head_.method == "POST" ? wire::dialect_of_path(head_.target) : wire::Dialect::unknown),
      course_(*this, worker.dials(), &worker.house().retries),
      custom_(worker.house().signals) {
  House& house = worker_.house();
  patience_ = patience_with({}, house.options);
  observation_->id.number = house.next_observation->fetch_add(1, std::memory_order_relaxed);
  observation_->stamps.accepted = request.accepted;
  observation_->endpoint = wire::endpoint_of_path(head_.target);
  observation_->key = known_ != nullptr ? known_->name : name_of_client(head_, house.ports.secret);
  observation_->concurrency = house.in_flight.fetch_add(1, std::memory_order_relaxed) + 1;
  observation_id_ = to_text(observation_->id);
}

Exchange::~Exchange() {
  if (phase_ != Phase::done) worker_.house().in_flight.fetch_sub(1, std::memory_order_relaxed);
}

void Exchange::start() {
  if (const auto read = read_timeout(); !read) return follow(course_.rejected(read.error()));
  if (const auto read = read_request(); !read) return follow(course_.rejected(read.error()));
  custom_.on_request(head_.headers, body_->bytes);
  const bool can_be_shaped = facts_.turns > 0 && exchange_impl::takes_fields(dialect_);
  follow(course_.arrived({observation_->model, observation_->request_class, can_be_shaped,
                          known_ == nullptr ? nullptr : &known_->allowance},
                         worker_.reactor().now()));
}

void Exchange::follow(const mitigate::Next& next) {
  if (const auto* send = std::get_if<mitigate::Send>(&next)) return attempt(*send);
  if (std::holds_alternative<mitigate::Queue>(next)) return wait_for_room();
  if (const auto* refusal = std::get_if<mitigate::Refuse>(&next)) return refuse(*refusal);
  if (const auto* broken = std::get_if<mitigate::Break>(&next)) return break_off(broken->error, broken->end);
}

// One time for all that the request waits for: the configured one, or less where the client says so.
Result<void> Exchange::read_timeout() {
  Duration time = worker_.house().options.timeouts.request;
  if (const auto asked = head_.headers.find(exchange_impl::timeout_field)) {
    FORESHOCK_TRY(const Duration given, exchange_impl::timeout_of(*asked));
    time = time == Duration{} ? given : std::min(time, given);
  }
  if (time > Duration{}) due_ = observation_->stamps.accepted + time;
  return {};
}

Result<void> Exchange::read_request() {
  if (dialect_ == wire::Dialect::unknown) return {};
  if (const auto coding = head_.headers.find("content-encoding"); coding && *coding != "identity")
    return fail(Code::bad_request,
                fmt::format("the body is compressed ({}), which is not read here", shown(*coding)),
                "Send it without Content-Encoding.");
  House& house = worker_.house();
  const BalanceOptions& balance = house.options.balance;
  const bool by_prefix = balance.policy == BalancePolicy::prefix_affinity && house.backends.size() > 1;
  const auto prefix_bytes = by_prefix ? static_cast<size_t>(balance.prefix.value) : 0;
  FORESHOCK_TRY(facts_, wire::read_request(dialect_, body_->bytes, prefix_bytes));
  const std::string_view model = house.keys.has(facts_.model) ? "other" : std::string_view(facts_.model);
  observation_->model = escaped(model.substr(0, exchange_impl::longest_model_name));
  patience_ = patience_with(observation_->model, house.options);
  observation_->stream = facts_.stream;
  observation_->tools = facts_.tools;
  observation_->turns = facts_.turns;
  session_ = session_of(head_, facts_, observation_->key, house.ports.secret);
  if (!facts_.prefix.empty()) prefix_ = prefix_hash(facts_, house.ports.secret);
  facts_.prefix = std::string();
  return {};
}

void Exchange::on_tick(Instant now) {
  if (phase_ == Phase::done || phase_ == Phase::start) return;
  if (now < deadline_) return phase_ == Phase::connecting ? race_->on_tick(now) : keep_client_awake(now);
  if (phase_ == Phase::queued) return give_up_waiting("no backend had room in time");
  const bool late = is_out_of_time(now);
  if (phase_ == Phase::connecting && !late) return on_connect_failed(ConnectFailure(ETIMEDOUT));
  if (paused_) {  // it is the client that does not go on
    finish(wire::StreamEnd{.cancelled = true}, observation_->status, false);
    return client_.abort();
  }
  const Error why(
      Code::timeout,
      late ? fmt::format("the time of the request (x-foreshock-timeout, or timeouts.request) was over "
                         "before the backend '{}' had finished",
                         backend_->name)
           : fmt::format("the backend '{}' was silent for too long", backend_->name));
  follow(course_.failed(why, {.timed_out = true}));
}

void Exchange::set_deadline(Duration from_now) {
  deadline_ = std::min(worker_.reactor().now() + from_now, due_);
}

}  // namespace foreshock::gateway
