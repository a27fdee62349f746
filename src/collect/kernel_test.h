#pragma once
// The files of a kernel, as a test writes them.
#include <filesystem>
#include <fstream>
#include <string>

#include "testkit/temporary_folder.h"

namespace foreshock::collect {

class KernelFiles {
 public:
  std::string root() const { return folder_.path().string(); }
  // PATH from the root, as "proc/stat".
  void write(const std::string& path, const std::string& text) const {
    const auto file = folder_.path() / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  void link(const std::string& path, const std::string& target) const {
    const auto file = folder_.path() / path;
    std::filesystem::create_directories(file.parent_path());
    std::filesystem::remove(file);
    std::filesystem::create_symlink(target, file);
  }
  void remove(const std::string& path) const { std::filesystem::remove_all(folder_.path() / path); }

 private:
  testkit::TemporaryFolder folder_;
};

}  // namespace foreshock::collect
