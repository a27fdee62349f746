// Runs one target over files and folders, without libFuzzer: what once broke stays mended.
// usage: NAME_replay FILE_OR_FOLDER…      A path that is not there holds no inputs.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "input.h"

namespace foreshock::fuzz {

void run(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(stream), {});
  // A block of its own: reading behind its end is seen.
  const std::vector<uint8_t> data(bytes.begin(), bytes.end());
  std::fprintf(stderr, "%s\n", file.c_str());
  LLVMFuzzerTestOneInput(data.data(), data.size());
}

size_t run_all(const std::filesystem::path& path) {
  if (std::filesystem::is_regular_file(path)) return run(path), 1;
  size_t inputs = 0;
  if (std::filesystem::is_directory(path))
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
      if (entry.is_regular_file()) run(entry.path()), ++inputs;
  return inputs;
}

}  // namespace foreshock::fuzz

int main(int count, char** arguments) {
  size_t inputs = 0;
  for (int i = 1; i < count; ++i) inputs += foreshock::fuzz::run_all(arguments[i]);
  std::printf("inputs: %zu\n", inputs);
  return inputs > 0 ? 0 : 1;
}
