#include "cli/input_file.h"

#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/file_descriptor.h"

namespace foreshock::cli {
namespace input_file_impl {

constexpr size_t most_bytes = size_t{1} << 20;

// One byte more than allowed at most: a file may grow while it is read. Nothing on an error.
std::optional<std::string> read_all(const FileDescriptor& file) {
  std::string text(most_bytes + 1, '\0');
  size_t size = 0;
  while (size < text.size()) {
    const ssize_t count = ::read(file.get(), text.data() + size, text.size() - size);
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    size += static_cast<size_t>(count);
  }
  text.resize(size);
  return text;
}

}  // namespace input_file_impl

Result<std::string> read_input_file(const std::string& file, std::string_view what, std::string hint) {
  using namespace input_file_impl;
  const auto refused = [&](std::string_view why) {
    return fail(Error(Code::bad_config, std::string(why), hint).at(file));
  };
  const auto too_large = [&](size_t bytes) {
    return fail(Error(Code::bad_config,
                      fmt::format("the file has {} bytes, more than a {} may have", bytes, what),
                      fmt::format("It may have {}.", most_bytes))
                    .at(file));
  };
  // Without waiting for somebody to write into a pipe.
  const FileDescriptor opened(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (!opened || ::fstat(opened.get(), &status) != 0) return refused("cannot be read");
  if (S_ISDIR(status.st_mode)) return refused("is a folder");
  if (!S_ISREG(status.st_mode)) return refused("is a device or a pipe, and no regular file");
  if (const auto size = static_cast<size_t>(status.st_size); size > most_bytes) return too_large(size);
  auto text = read_all(opened);
  if (!text) return refused("cannot be read");
  if (text->size() > most_bytes) return too_large(text->size());
  return *std::move(text);
}

}  // namespace foreshock::cli
