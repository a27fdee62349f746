#include "collect/kernel_text.h"

#include <charconv>

#include "core/file_descriptor.h"

namespace foreshock::collect {

std::optional<std::string> read_kernel_file(const std::string& path) {
  constexpr size_t most = 32u << 20, piece = 4096;
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return std::nullopt;
  std::string text;
  while (text.size() < most) {
    const size_t held = text.size();
    text.resize(held + piece);
    const ssize_t got = read(file.get(), text.data() + held, piece);
    if (got < 0) return std::nullopt;
    text.resize(held + static_cast<size_t>(got));
    if (got == 0) return text;
  }
  return std::nullopt;
}

void for_each_line_of(const std::string& path, const std::function<bool(std::string_view line)>& take) {
  constexpr size_t piece = 4096;
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string held;
  while (file) {
    const size_t before = held.size();
    held.resize(before + piece);
    const ssize_t got = read(file.get(), held.data() + before, piece);
    if (got <= 0) return;
    held.resize(before + static_cast<size_t>(got));
    size_t at = 0;
    for (size_t end = held.find('\n'); end != held.npos; end = held.find('\n', at)) {
      if (!take(std::string_view(held).substr(at, end - at))) return;
      at = end + 1;
    }
    held.erase(0, at);
  }
}

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view blanks = " \t\n";
  std::vector<std::string_view> words;
  for (size_t at = text.find_first_not_of(blanks); at != text.npos;) {
    const size_t end = text.find_first_of(blanks, at);
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(blanks, end);
  }
  return words;
}

std::optional<double> number_of(std::string_view word) {
  double value = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  if (read.ec != std::errc() || read.ptr != word.data() + word.size()) return std::nullopt;
  return value;
}

std::optional<double> number_after(std::string_view key, std::string_view text) {
  std::optional<double> found;
  for_each_line(text, [&](std::string_view line) {
    if (found || !line.starts_with(key)) return;
    line.remove_prefix(key.size());
    const auto words = words_of(line);
    if (!words.empty() && (line.front() == ' ' || line.front() == '\t' || key.ends_with(':')))
      found = number_of(words.front());
  });
  return found;
}

}  // namespace foreshock::collect
