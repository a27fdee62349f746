#include "enginesim/metrics_text.h"

#include <fmt/format.h>

namespace foreshock::enginesim {
namespace metrics_text_impl {

// As vLLM's client library prints numbers: a point in each of them.
std::string number(double value) {
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".einf") == std::string::npos ? text + ".0" : text;
}

}  // namespace metrics_text_impl

std::string escaped_label(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    if (c == '\n')
      text += "\\n";
    else
      text += c;
  }
  return text;
}

MetricsText::MetricsText(std::string_view model)
    : labels_(fmt::format("engine=\"0\",model_name=\"{}\"", escaped_label(model))) {}

void MetricsText::gauge(std::string_view name, std::string_view help, double value) {
  head(name, "gauge", help);
  add(name, "", value);
}

void MetricsText::info(std::string_view name, std::string_view help, std::string_view labels) {
  head(name, "gauge", help);
  text_ += fmt::format("vllm:{}{{{},engine=\"0\"}} 1.0\n", name, labels);
}

void MetricsText::counter(std::string_view name, std::string_view help, int64_t value) {
  head(name, "counter", help);
  sample(name, "", value);
}

void MetricsText::histogram(std::string_view name, std::string_view help, const Histogram& histogram) {
  head(name, "histogram", help);
  const std::string bucket = fmt::format("{}_bucket", name);
  for (size_t i = 0; i <= histogram.bounds().size(); ++i) {
    const std::string bound =
        i < histogram.bounds().size() ? metrics_text_impl::number(histogram.bounds()[i]) : "+Inf";
    sample(bucket, fmt::format("le=\"{}\"", bound), histogram.cumulative(i));
  }
  sample(fmt::format("{}_count", name), "", histogram.count());
  add(fmt::format("{}_sum", name), "", histogram.sum());
}

void MetricsText::sample(std::string_view name, std::string_view label, int64_t value) {
  add(name, label, static_cast<double>(value));
}

void MetricsText::head(std::string_view name, std::string_view type, std::string_view help) {
  text_ += fmt::format("# HELP vllm:{} {}\n# TYPE vllm:{} {}\n", name, help, name, type);
}

void MetricsText::add(std::string_view name, std::string_view label, double value) {
  text_ += fmt::format("vllm:{}{{{}{}{}}} {}\n", name, labels_, label.empty() ? "" : ",", label,
                       metrics_text_impl::number(value));
}

}  // namespace foreshock::enginesim
