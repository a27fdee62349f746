#pragma once
// The recorded inputs under FORESHOCK_CORPUS (default ../shared/data beside the checkout) and the facts that
// must be found in them.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace foreshock::testkit {

struct Recording {
  std::string file;  // relative to the corpus
  std::string kind;  // oai-chat, anthropic, …
  std::string bytes;
  std::string content_type;  // as recorded, else the usual one of its kind
  nlohmann::json expected;
};

// The folder, or an empty path when there is none: then tests skip, loudly.
std::filesystem::path corpus_folder();

// Every stream of sse/, sse-synthetic/ and llama-server/, in the order of the manifests.
std::vector<Recording> recorded_streams();

// The first 16 hexadecimal digits of the SHA-256 of TEXT, as the manifest gives them.
std::string sha256_16(std::string_view text);

}  // namespace foreshock::testkit

// At the top of a test that needs the corpus.
#define FORESHOCK_NEEDS_CORPUS()                     \
  if (::foreshock::testkit::corpus_folder().empty()) \
  GTEST_SKIP() << "SKIPPED: no recorded inputs; set FORESHOCK_CORPUS to the folder that holds manifest.json"
