#pragma once
// Samples in the text format of Prometheus, named as vLLM names them.
#include <cstdint>
#include <string>
#include <string_view>

#include "enginesim/statistics.h"

namespace foreshock::enginesim {

// As it stands between the quotes of a label.
std::string escaped_label(std::string_view value);

class MetricsText {
 public:
  // MODEL is a label of every sample.
  explicit MetricsText(std::string_view model);

  void gauge(std::string_view name, std::string_view help, double value);
  void counter(std::string_view name, std::string_view help, int64_t value);
  void histogram(std::string_view name, std::string_view help, const Histogram& histogram);
  // A gauge that is 1 and tells by its LABELS; it has no label of the model.
  void info(std::string_view name, std::string_view help, std::string_view labels);
  // A counter of which each sample has a LABEL, such as position="0".
  void begin_counter(std::string_view name, std::string_view help) { head(name, "counter", help); }
  void sample(std::string_view name, std::string_view label, int64_t value);
  std::string text() && { return std::move(text_); }

 private:
  void head(std::string_view name, std::string_view type, std::string_view help);
  void add(std::string_view name, std::string_view label, double value);

  std::string labels_;
  std::string text_;
};

}  // namespace foreshock::enginesim
