#pragma once
// Writes a page in the Prometheus text exposition format, version 0.0.4. Numbers do not depend on the locale.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace foreshock::wire {

inline constexpr std::string_view prometheus_content_type = "text/plain; version=0.0.4; charset=utf-8";

enum class MetricType : uint8_t { counter, gauge, histogram };

struct Label {
  std::string name;   // [a-zA-Z_][a-zA-Z0-9_]*
  std::string value;  // any text; bytes that are no UTF-8 are replaced, as a scraper would refuse the page
};
using Labels = std::vector<Label>;

// One value a bucket: those up to each of BOUNDS (rising), and one more for all above. Not cumulative.
struct HistogramValues {
  std::span<const double> bounds;
  std::span<const double> counts;
  double sum = 0;
};

class PrometheusText {
 public:
  // Begins a metric; what follows belongs to it. Each name may come once a page: [a-zA-Z_:][a-zA-Z0-9_:]*.
  void begin(std::string_view name, MetricType type, std::string_view help);
  void sample(double value, const Labels& labels = {});
  // The _bucket, _sum and _count samples of a histogram.
  void histogram(const HistogramValues& values, const Labels& labels = {});

  const std::string& page() const { return page_; }

 private:
  void line(std::string_view suffix, const Labels& labels, std::string_view le, double value);

  std::string name_;
  std::string page_;
};

// The shortest decimal that reads back as VALUE; +Inf, -Inf, NaN.
std::string prometheus_number(double value);

}  // namespace foreshock::wire
