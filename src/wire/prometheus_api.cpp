#include "wire/prometheus_api.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <simdjson.h>

#include "core/shown.h"

namespace foreshock::wire {
namespace prometheus_api_impl {

namespace json = simdjson::ondemand;

constexpr size_t most_warnings = 20;

// What stands around the data of every answer.
struct Frame {
  std::string status, error_type, error;
  std::vector<std::string> warnings;
};

std::string text_of(json::value value) {
  return std::string(std::string_view(value.get_string()));
}

std::vector<std::string> texts_of(json::value value, size_t most) {
  std::vector<std::string> texts;
  for (json::value one : value.get_array())
    if (texts.size() < most) texts.push_back(text_of(one));
  return texts;
}

// As Prometheus writes numbers: also +Inf, -Inf and NaN. Anything else is NaN.
double number_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value
                                                                  : std::numeric_limits<double>::quiet_NaN();
}

// [1435781430.781, "1"]
QueriedPoint point_of(json::array pair) {
  QueriedPoint point;
  size_t place = 0;
  for (json::value part : pair) {
    if (place == 0) point.at = part.get_double();
    if (place == 1) point.value = number_of(part.get_string());
    ++place;
  }
  if (place != 2 || !std::isfinite(point.at)) throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE);
  return point;
}

void read_series(json::object object, QueriedSamples& out) {
  QueriedSeries series;
  bool of_histograms = false;
  for (json::field field : object) {
    const std::string_view key = field.unescaped_key();
    if (key == "metric") {
      for (json::field label : field.value().get_object()) {
        std::string name(std::string_view(label.unescaped_key()));
        series.labels.emplace_back(std::move(name), text_of(label.value()));
      }
    } else if (key == "values") {
      for (json::value pair : field.value().get_array()) series.points.push_back(point_of(pair.get_array()));
    } else if (key == "value") {
      series.points.push_back(point_of(field.value().get_array()));
    } else if (key == "histogram" || key == "histograms") {
      of_histograms = true;
    }
  }
  if (of_histograms) ++out.native_histograms;
  if (!of_histograms || !series.points.empty()) out.series.push_back(std::move(series));
}

// The type of what was found stands before it, in every server that is known.
void read_result(json::object data, QueriedSamples& out) {
  std::string type;
  for (json::field field : data) {
    const std::string_view key = field.unescaped_key();
    if (key == "resultType") type = text_of(field.value());
    if (key != "result") continue;
    if (type == "scalar") {
      out.series.push_back({{}, {point_of(field.value().get_array())}});
      continue;
    }
    if (type != "matrix" && type != "vector") throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE);
    for (json::value one : field.value().get_array()) read_series(one.get_object(), out);
  }
}

Error said_by_server(const Frame& frame) {
  struct Row {
    std::string_view type;
    Code code;
  };
  constexpr Row rows[] = {{"bad_data", Code::bad_usage},
                          {"timeout", Code::timeout},
                          {"canceled", Code::timeout},
                          {"unavailable", Code::overloaded}};
  Code code = Code::backend_broken;
  for (const Row& row : rows)
    if (row.type == frame.error_type) code = row.code;
  // VictoriaMetrics gives the status for the type.
  if (frame.error_type == "400" || frame.error_type == "422") code = Code::bad_usage;
  return Error(code,
               fmt::format("the server says: {} ({})", escaped(std::string_view(frame.error).substr(0, 300)),
                           shown(frame.error_type)),
               code == Code::bad_usage ? "Check the selector that was given." : "");
}

Error no_answer() {
  return Error(
      Code::backend_broken, "the answer is none of the query API of Prometheus",
      "Give the address of Prometheus, or of what is compatible with it, and the path before /api/v1 "
      "where it has one.");
}

// READ takes the data.
template <class Read>
Result<Frame> read_frame(std::string& body, Read read) {
  Frame frame;
  try {
    body.reserve(body.size() + simdjson::SIMDJSON_PADDING);
    json::parser parser;
    json::document document =
        parser.iterate(simdjson::padded_string_view(body.data(), body.size(), body.capacity()));
    for (json::field field : document.get_object()) {
      const std::string_view key = field.unescaped_key();
      if (key == "status") frame.status = text_of(field.value());
      if (key == "errorType") frame.error_type = text_of(field.value());
      if (key == "error") frame.error = text_of(field.value());
      if (key == "warnings" && !field.value().is_null())
        frame.warnings = texts_of(field.value(), most_warnings);
      if (key == "data" && !field.value().is_null()) read(field.value());
    }
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) return fail(no_answer());
  } catch (const simdjson::simdjson_error&) {
    if (frame.status != "error") return fail(no_answer());
  }
  if (frame.status == "error") return fail(said_by_server(frame));
  if (frame.status != "success") return fail(no_answer());
  return frame;
}

}  // namespace prometheus_api_impl

std::string_view QueriedSeries::label(std::string_view name) const {
  for (const auto& [label, value] : labels)
    if (label == name) return value;
  return {};
}

Result<QueriedSamples> read_queried_samples(std::string body) {
  using namespace prometheus_api_impl;
  QueriedSamples samples;
  FORESHOCK_TRY(Frame frame,
                read_frame(body, [&](json::value data) { read_result(data.get_object(), samples); }));
  samples.warnings = std::move(frame.warnings);
  return samples;
}

Result<std::vector<std::string>> read_label_values(std::string body) {
  using namespace prometheus_api_impl;
  std::vector<std::string> values;
  FORESHOCK_TRY(const Frame frame, read_frame(body, [&](json::value data) {
                  values = texts_of(data, std::numeric_limits<size_t>::max());
                }));
  return values;
}

}  // namespace foreshock::wire
