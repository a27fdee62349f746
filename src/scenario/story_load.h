#pragma once
// Who asks what: the classes of load, the clients, the probes.
#include <optional>
#include <string>

#include "scenario/conditions.h"

namespace foreshock::scenario {

// Log-normal around MEDIAN; log_sd 0: always MEDIAN.
struct Quantity {
  double median = 0;
  double log_sd = 0;
};
struct TimeQuantity {
  Duration median{0};
  double log_sd = 0;
};

enum class Arrivals : uint8_t { poisson, uniform, bursty };

struct LoadClass {
  std::string name;
  std::optional<double> rate;                   // open loop: requests, 1/s; sessions arrive at rate / turns
  std::optional<int64_t> users;                 // closed loop; exactly one of the two is there
  TimeQuantity think{std::chrono::seconds(5)};  // of a user, after an answer
  Arrivals arrivals = Arrivals::poisson;
  double daily = 0, weekly = 0;  // relative swing: peak at 15:00, week-end low
  Quantity prompt_tokens{800};   // of the new message
  Quantity output_tokens{120};
  Quantity reasoning_tokens{0};  // at the asked effort
  Effort effort = Effort::medium;
  Quantity turns{1};  // requests of a session
  TimeQuantity idle_between_turns{std::chrono::seconds(30)};
  double long_idle = 0;  // share of sessions with one pause of 90 min
  Quantity system_tokens{200};
  bool stream = true;
  double tools = 0, code = 0;  // share of answers with a call; with a code block
  std::string code_language = "python";
  std::string language = "en";
  double script_in_prompt = 0;  // share of prompts with a second script
  Sampling sampling = Sampling::plain;
  double temperature = 0.7;
  std::string key = "k1";
};

enum class Backoff : uint8_t { none, exponential };

struct Clients {
  Duration timeout = std::chrono::seconds(60);  // of an attempt
  int64_t retries = 0;
  Backoff backoff = Backoff::none;
  std::optional<Duration> patience;  // then the user leaves; absent: never
  double regenerate = 0;             // share of bad answers asked for again
  double feedback = 0;               // share of answers rated
  double thumbs_up = 0.85;           // share of ratings that are up
};

// For every replica; the defaults are those of a story that has the key.
struct Probes {
  Duration every = std::chrono::minutes(5);
  int64_t questions = 20;
  int64_t planted_facts = 4;
  bool logprobs = true;
  std::string version = "1";
};

}  // namespace foreshock::scenario
