// Recorded pages of metrics: how many samples their manifests count, and the values that they tell.
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

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

// The family of a sample: its name, without the endings of a histogram where one is declared.
std::string family_of(std::string_view name, const std::map<std::string, std::string>& types) {
  for (const std::string_view ending : {"_bucket", "_sum", "_count"}) {
    const std::string family(name.substr(0, name.size() - std::min(name.size(), ending.size())));
    if (name.ends_with(ending) && types.contains(family)) return family;
  }
  return std::string(name);
}

TEST(RecordedPages, HaveTheFamiliesThatTheirManifestSays) {
  FORESHOCK_NEEDS_CORPUS();
  const auto folder = testkit::corpus_folder();
  const auto pages = entries_of(folder, [](const nlohmann::json& entry) {
    return entry.at("file").get<std::string>().starts_with("metrics/");
  });
  for (const auto& page : pages) {
    const std::string text = bytes_of(folder / page.at("file").get<std::string>());
    std::map<std::string, std::string> types;
    std::istringstream lines(text);
    for (std::string line, hash, word, name, type; std::getline(lines, line);)
      if (std::istringstream(line) >> hash >> word >> name >> type && hash == "#" && word == "TYPE")
        types[name] = type;
    std::set<std::string> families;
    for (const MetricLine& line : read_prometheus(text)) families.insert(family_of(line.name, types));
    std::map<std::string, int> by_type;
    for (const std::string& family : families) ++by_type[types.contains(family) ? types[family] : "untyped"];
    EXPECT_EQ(families.size(), page.at("expected").at("families")) << page.at("file");
    EXPECT_EQ(nlohmann::json(by_type), page.at("expected").at("by_type")) << page.at("file");
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
