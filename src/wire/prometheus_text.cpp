#include "wire/prometheus_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace foreshock::wire {
namespace prometheus_text_impl {

std::string_view name_of(MetricType type) {
  switch (type) {
    case MetricType::counter:
      return "counter";
    case MetricType::gauge:
      return "gauge";
    case MetricType::histogram:
      return "histogram";
  }
  return "untyped";
}

struct LeadByte {
  size_t length;  // of the character
  unsigned char second_min,
      second_max;  // RFC 3629: rules out overlong forms, surrogates and what is too high
};

LeadByte lead_byte(unsigned char byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte >= 0xC2 && byte <= 0xDF) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

// Bytes of the well-formed character at the front of TEXT; 0 when there is none.
size_t character_length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const LeadByte lead = lead_byte(byte(0));
  if (lead.length > text.size()) return 0;
  if (lead.length > 1 && (byte(1) < lead.second_min || byte(1) > lead.second_max)) return 0;
  for (size_t i = 2; i < lead.length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  return lead.length;
}

enum class Place : uint8_t { help, label };

void append_escaped(std::string& out, std::string_view text, Place place) {
  while (!text.empty()) {
    const size_t length = character_length(text);
    const std::string_view character = text.substr(0, length);
    if (length == 0)
      out += "\xEF\xBF\xBD";  // U+FFFD
    else if (character == "\n")
      out += "\\n";
    else if (character == "\\" || (character == "\"" && place == Place::label))
      out.append("\\").append(character);
    else
      out += character;
    text.remove_prefix(length == 0 ? 1 : length);
  }
}

}  // namespace prometheus_text_impl

std::string prometheus_number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

void PrometheusText::begin(std::string_view name, MetricType type, std::string_view help) {
  name_ = name;
  page_.append("# HELP ").append(name).append(" ");
  prometheus_text_impl::append_escaped(page_, help, prometheus_text_impl::Place::help);
  page_.append("\n# TYPE ").append(name).append(" ").append(prometheus_text_impl::name_of(type)).append("\n");
}

void PrometheusText::sample(double value, const Labels& labels) {
  line("", labels, "", value);
}

void PrometheusText::histogram(const HistogramValues& values, const Labels& labels) {
  double cumulative = 0;
  for (size_t i = 0; i < values.counts.size(); ++i) {
    cumulative += values.counts[i];
    const bool last = i >= values.bounds.size();
    line("_bucket", labels, last ? "+Inf" : prometheus_number(values.bounds[i]), cumulative);
  }
  line("_sum", labels, "", values.sum);
  line("_count", labels, "", cumulative);
}

void PrometheusText::line(std::string_view suffix, const Labels& labels, std::string_view le, double value) {
  page_.append(name_).append(suffix);
  std::string_view before = "{";
  for (const Label& label : labels) {
    page_.append(before).append(label.name).append("=\"");
    prometheus_text_impl::append_escaped(page_, label.value, prometheus_text_impl::Place::label);
    page_ += '"';
    before = ",";
  }
  if (!le.empty()) page_.append(before).append("le=\"").append(le).append("\"");
  if (!labels.empty() || !le.empty()) page_ += '}';
  page_.append(" ").append(prometheus_number(value)).append("\n");
}

}  // namespace foreshock::wire
