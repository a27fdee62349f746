#include "testkit/corpus.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <openssl/sha.h>

namespace foreshock::testkit {
namespace corpus_impl {

namespace filesystem = std::filesystem;

std::string read_file(const filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string usual_content_type(std::string_view file) {
  if (file.ends_with(".ndjson")) return "application/x-ndjson";
  if (file.ends_with(".bin")) return "application/vnd.amazon.eventstream";
  return "text/event-stream";
}

bool is_stream(std::string_view file) {
  return file.ends_with(".sse") || file.ends_with(".ndjson") || file.ends_with(".bin");
}

void read_manifest(const filesystem::path& folder, std::string_view prefix, std::string_view wanted,
                   std::vector<Recording>& out) {
  const auto manifest = nlohmann::json::parse(read_file(folder / prefix / "manifest.json"));
  for (const auto& entry : manifest["entries"]) {
    const std::string file = std::string(prefix) + entry["file"].get<std::string>();
    if (!is_stream(file) || !file.starts_with(wanted)) continue;
    Recording recording;
    recording.file = file;
    recording.kind =
        entry.contains("kind") ? entry["kind"].get<std::string>() : entry["expected"].value("api", "");
    recording.bytes = read_file(folder / file);
    // Some cassettes kept the type of an error page for a good stream; the kind decides.
    recording.content_type = usual_content_type(file);
    recording.expected = entry["expected"];
    out.push_back(std::move(recording));
  }
}

}  // namespace corpus_impl

std::filesystem::path corpus_folder() {
  const char* named = std::getenv("FORESHOCK_CORPUS");
  const std::filesystem::path folder = named ? named : FORESHOCK_SOURCE_DIR "/../shared/data";
  return std::filesystem::exists(folder / "manifest.json") ? folder : std::filesystem::path();
}

std::vector<Recording> recorded_streams() {
  std::vector<Recording> out;
  const auto folder = corpus_folder();
  if (folder.empty()) return out;
  corpus_impl::read_manifest(folder, "", "sse", out);
  corpus_impl::read_manifest(folder, "llama-server/", "llama-server/", out);
  return out;
}

std::string sha256_16(std::string_view text) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest);
  std::string hex;
  for (int i = 0; i < 8; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

}  // namespace foreshock::testkit
