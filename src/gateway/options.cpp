#include "gateway/options.h"

#include <array>

#include "core/catalog.h"

namespace foreshock::gateway {
namespace options_impl {

constexpr double gib = 1073741824;

constexpr std::array backends = {
    option<&BackendOptions::name>("name", "text",
                                  "How the backend is called in charts and logs; must be unique."),
    option<&BackendOptions::url>(
        "url", "text",
        "Where it listens, with or without a version segment such as /v1: http://host:port, https://host, or "
        "unix:/path, where a base follows a colon: unix:/path:/v1."),
    option<&BackendOptions::kind>(
        "kind", "text",
        "What engine it is: auto, vllm, sglang, llama_cpp, ollama, tgi, trtllm, triton, "
        "lmdeploy, openai or simulated; it tells what a dial may ask of it, and which page its health is."),
    option<&BackendOptions::api_key>("api_key", "text", "Sent as Bearer token in place of the client's own.",
                                     Secrecy::secret),
    option<&BackendOptions::weight>(
        "weight", "", 0, 100,
        "Its share of new sessions, relative to the other backends; where all have "
        "the same balance.policy alone decides; 0: only when there is no other."),
    option<&BackendOptions::zone>(
        "zone", "text",
        "Where it stands: a rack, a building; backends of the gateway's own zone are "
        "preferred. Empty: everywhere."),
    option<&BackendOptions::ca_file>("ca_file", "text",
                                     "For https: a PEM file with the certificates that may sign for it, in "
                                     "place of those that the system trusts."),
    option<&BackendOptions::verify>(
        "verify", "", "For https: whether its certificate must be trusted and be for its host."),
    option<&BackendOptions::max_in_flight>(
        "max_in_flight", "requests", 0, 1'000'000,
        "So many requests at once it is given at most; what finds no room waits. 0: without a limit."),
    option<&BackendOptions::health>("health", "text",
                                    "The check of its health: a path that is asked for, connect, off, or "
                                    "auto: by its kind, and none where "
                                    "the kind is openai. A key is sent along."),
};
static_assert(names_are_unique(backends));

constexpr std::array limits = {
    option<&LimitOptions::request_body>("request_body", "bytes", 1, 4 * gib,
                                        "Largest request body; a larger one gets 413."),
    option<&LimitOptions::all_bodies>(
        "all_bodies", "bytes", 1, 1024 * gib,
        "Bytes of all request bodies held at once until their answers begin; beyond it a request gets 503."),
    option<&LimitOptions::request_head>("request_head", "bytes", 1024, 1 << 20,
                                        "Largest request head; a larger one gets 431."),
    option<&LimitOptions::slow_reader>(
        "slow_reader", "bytes", 4096, gib,
        "Answer bytes held for a client that reads slowly before its backend is made to wait."),
    option<&LimitOptions::streams>("streams", "requests", 1, 10000,
                                   "Requests that one connection of HTTP/2 may have under way; 100 is the "
                                   "least that its standard recommends."),
};
static_assert(names_are_unique(limits));

constexpr std::array queue = {
    option<&QueueOptions::limit>("limit", "requests", 0, 1'000'000,
                                 "How many requests may wait when no backend has room; one more gets 503."),
    option<&QueueOptions::timeout>("timeout", "s", 0.01, 3600,
                                   "How long a request waits for room at most; then it gets 503."),
};
static_assert(names_are_unique(queue));

constexpr std::array timeouts = {
    option<&TimeoutOptions::request>("request", "s", 0, 86400,
                                     "Longest time for a request as a whole, waiting for room and its answer "
                                     "included; x-foreshock-timeout "
                                     "may ask for less. 0: no limit."),
    option<&TimeoutOptions::connect>("connect", "s", 0.01, 600, "Longest time to connect to a backend."),
    option<&TimeoutOptions::first_byte>("first_byte", "s", 0.01, 86400,
                                        "Longest wait for the head of an answer."),
    option<&TimeoutOptions::idle>("idle", "s", 0.01, 86400,
                                  "Longest silence inside an answer; there is no limit on its whole length."),
    option<&TimeoutOptions::comment>(
        "comment", "s", 0, 86400,
        "How long an event stream may be silent before its client gets a comment, so that nobody on the way "
        "takes it for dead. 0: none."),
    option<&TimeoutOptions::client>(
        "client", "s", 0.01, 86400,
        "Longest wait for bytes of a request, between two requests, and until a client "
        "takes some of an answer that waits for it."),
    option<&TimeoutOptions::look_up>(
        "look_up", "s", 1, 86400,
        "How often names of backends are looked up again; one that cannot be reached is looked up at once."),
    option<&TimeoutOptions::pool>(
        "pool", "s", 0, 3600,
        "How long an idle connection to a backend is kept; below the backend's own limit."),
    option<&TimeoutOptions::drain>("drain", "s", 0, 86400,
                                   "How long running answers may go on after a stop is asked for."),
};
static_assert(names_are_unique(timeouts));

constexpr std::array models = {
    option<&ModelOptions::match>("match", "text",
                                 "Names of models, as clients ask for them; * stands for any characters. The "
                                 "first entry that matches holds."),
    option<&ModelOptions::first_byte>("first_byte", "s", 0, 86400,
                                      "Longest wait for the head of an answer. 0: as timeouts.first_byte."),
    option<&ModelOptions::idle>(
        "idle", "s", 0, 86400,
        "Longest silence inside an answer, of models that think. 0: as timeouts.idle."),
};
static_assert(names_are_unique(models));

constexpr std::array tls = {
    option<&net::TlsFiles::certificate>("certificate", "text",
                                        "A PEM file with the certificate of this service, then those that "
                                        "signed it: clients then speak TLS."),
    option<&net::TlsFiles::key>("key", "text", "A PEM file with its private key, without a passphrase."),
};
static_assert(names_are_unique(tls));

}  // namespace options_impl

OptionSet backend_options() {
  return options_impl::backends;
}
OptionSet limit_options() {
  return options_impl::limits;
}
OptionSet model_options() {
  return options_impl::models;
}
OptionSet tls_options() {
  return options_impl::tls;
}
OptionSet queue_options() {
  return options_impl::queue;
}
OptionSet timeout_options() {
  return options_impl::timeouts;
}

}  // namespace foreshock::gateway
