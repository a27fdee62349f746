#include "wire/prometheus_page.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "wire/text.h"

namespace foreshock::wire {
namespace prometheus_page_impl {

// Where the labels end that begin at LINE[BEGIN]; a brace may stand in a value.
size_t end_of_labels(std::string_view line, size_t begin) {
  bool quoted = false;
  for (size_t i = begin; i < line.size(); ++i) {
    if (quoted && line[i] == '\\')
      ++i;
    else if (line[i] == '"')
      quoted = !quoted;
    else if (!quoted && line[i] == '}')
      return i;
  }
  return std::string_view::npos;
}

struct Label {
  std::string_view name;
  std::string value;
};

// Takes one off the front of LABELS; nothing where none can be read.
std::optional<Label> take_label(std::string_view& labels) {
  const size_t equals = labels.find("=\"");
  if (equals == std::string_view::npos) return std::nullopt;
  Label label{trimmed(labels.substr(0, equals)), {}};
  size_t i = equals + 2;
  for (; i < labels.size() && labels[i] != '"'; ++i) {
    const bool escape = labels[i] == '\\' && i + 1 < labels.size();
    if (escape) ++i;
    label.value += escape && labels[i] == 'n' ? '\n' : labels[i];
  }
  if (i == labels.size()) return std::nullopt;
  labels.remove_prefix(std::min(labels.find_first_not_of(", \t", i + 1), labels.size()));
  return label;
}

std::optional<MetricLine> read_line(std::string_view line) {
  const auto ends =
      std::find_if(line.begin(), line.end(), [](char c) { return c == '{' || c == ' ' || c == '\t'; });
  const auto end = static_cast<size_t>(ends - line.begin());
  if (end == 0 || end == line.size()) return std::nullopt;
  MetricLine read{line.substr(0, end), {}, 0};
  if (line[end] == '{') {
    const size_t close = end_of_labels(line, end + 1);
    if (close == std::string_view::npos) return std::nullopt;
    read.labels = line.substr(end + 1, close - end - 1);
    line.remove_prefix(close + 1);
  } else {
    line.remove_prefix(end);
  }
  line = trimmed(line);
  const auto parsed = std::from_chars(line.data(), line.data() + line.size(), read.value);
  const bool whole = parsed.ptr == line.data() + line.size() || *parsed.ptr == ' ' || *parsed.ptr == '\t';
  if (parsed.ec != std::errc() || !whole || !std::isfinite(read.value)) return std::nullopt;
  return read;
}

// Nothing for a comment and what cannot be read.
std::optional<MetricLine> sample_of(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  line = trimmed(line);
  if (line.empty() || line.front() == '#') return std::nullopt;
  return read_line(line);
}

}  // namespace prometheus_page_impl

std::vector<MetricLine> read_prometheus(std::string_view page) {
  std::vector<MetricLine> lines;
  for (const std::string_view line : split(page, '\n'))
    if (const auto read = prometheus_page_impl::sample_of(line)) lines.push_back(*read);
  return lines;
}

std::vector<MetricLine> read_prometheus(std::string_view page, std::span<const std::string_view> metrics) {
  std::vector<MetricLine> lines;
  while (!page.empty()) {
    const size_t end = std::min(page.find('\n'), page.size());
    const std::string_view line = trimmed(page.substr(0, end));
    page.remove_prefix(std::min(end + 1, page.size()));
    const auto begins = [&](std::string_view metric) { return line.starts_with(metric); };
    if (std::none_of(metrics.begin(), metrics.end(), begins)) continue;
    const auto read = prometheus_page_impl::sample_of(line);
    if (read && std::find(metrics.begin(), metrics.end(), read->name) != metrics.end())
      lines.push_back(*read);
  }
  return lines;
}

std::optional<std::string> label_of(std::string_view labels, std::string_view name) {
  while (auto label = prometheus_page_impl::take_label(labels))
    if (label->name == name) return std::move(label->value);
  return std::nullopt;
}

}  // namespace foreshock::wire
