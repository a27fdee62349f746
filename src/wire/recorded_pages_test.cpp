// Recorded pages of metrics: how many samples their manifests count, and the values that they tell.
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "testkit/corpus.h"
#include "wire/prometheus_page.h"

namespace foreshock::wire::recorded_pages_test {

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// The entries of the manifest of FOLDER that WANTED takes.
template <class Wanted>
std::vector<nlohmann::json> entries_of(const std::filesystem::path& folder, Wanted wanted) {
  std::vector<nlohmann::json> out;
  const auto manifest = nlohmann::json::parse(bytes_of(folder / "manifest.json"));
  for (const auto& entry : manifest.at("entries"))
    if (wanted(entry)) out.push_back(entry);
  return out;
}

std::string name_of(const MetricLine& line) {
  return line.labels.empty() ? std::string(line.name) : fmt::format("{}{{{}}}", line.name, line.labels);
}

TEST(RecordedPages, HaveAsManySamplesAsTheirManifestSays) {
  FORESHOCK_NEEDS_CORPUS();
  const auto folder = testkit::corpus_folder();
  const auto pages = entries_of(folder, [](const nlohmann::json& entry) {
    return entry.at("file").get<std::string>().starts_with("metrics/");
  });
  EXPECT_EQ(pages.size(), 10u);
  for (const auto& page : pages) {
    const std::string text = bytes_of(folder / page.at("file").get<std::string>());
    EXPECT_EQ(read_prometheus(text).size(), page.at("expected").at("samples")) << page.at("file");
  }
}

TEST(RecordedPages, OfLlamaServerTellTheValuesOfTheirManifest) {
  FORESHOCK_NEEDS_CORPUS();
  const auto folder = testkit::corpus_folder() / "llama-server";
  const auto pages = entries_of(folder, [](const nlohmann::json& entry) {
    return entry.at("expected").value("kind", "") == "metrics page";
  });
  EXPECT_EQ(pages.size(), 8u);
  for (const auto& page : pages) {
    const std::string text = bytes_of(folder / page.at("file").get<std::string>());
    nlohmann::json read = nlohmann::json::object();
    for (const MetricLine& line : read_prometheus(text)) read[name_of(line)] = line.value;
    for (const auto& [name, value] : page.at("expected").at("values").items())
      EXPECT_EQ(read.value(name, -1.0), value.get<double>()) << page.at("file") << " " << name;
  }
}

}  // namespace foreshock::wire::recorded_pages_test
