#pragma once
// Signals of users that are read off their own requests: a header, or a field of the JSON.
#include <optional>
#include <string>
#include <vector>

#include "core/observation.h"
#include "core/option.h"
#include "core/signal_catalog.h"
#include "wire/http_head.h"
#include "wire/number_places.h"

namespace foreshock::gateway {

struct CustomSignalOptions {
  std::string name, unit, direction = "neutral";
  double matters = 0;
  std::string header;  // of the answer, else of the request
  std::string field;   // JSON pointer, in the answer, else in the request
};
OptionSet custom_signal_options();
// Errors: bad_config.
Result<CustomSignal> custom_signal_of(const CustomSignalOptions& options);

struct CustomSource {
  const SignalSpec* signal = nullptr;
  std::string header, field;
};

// In CATALOG; nullptr: none are read. Those that requests are to be asked for; one that cannot be declared is
// logged and left out. Errors: bad_config.
Result<std::vector<CustomSource>> declare_signals(const std::vector<CustomSignalOptions>& all,
                                                  SignalCatalog* catalog);

// Of one request. It costs nothing where SOURCES, which outlive it, are none.
class CustomValues {
 public:
  explicit CustomValues(const std::vector<CustomSource>& sources);

  void on_request(const wire::Headers& headers, std::string_view body);
  void on_answer(const wire::Headers& headers);
  // Those of the answer are looked for here; nullptr: there are none.
  wire::NumberPlaces* places() { return places_.pointers.empty() ? nullptr : &places_; }
  std::vector<Observation::Custom> values() const;

 private:
  void read_headers(const wire::Headers& headers);

  const std::vector<CustomSource>& sources_;
  std::vector<std::optional<double>> from_headers_;
  wire::NumberPlaces places_;  // one for each source; of those without a field one that is nowhere
};

}  // namespace foreshock::gateway
