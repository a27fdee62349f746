#pragma once
// The small text files by which the kernel tells of itself.
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace foreshock::collect {

// Nothing where it is not there, may not be read, or is larger than 32 MiB. Cost: three system calls.
std::optional<std::string> read_kernel_file(const std::string& path);

// The lines of the file at PATH in turn, until TAKE says false: a file of the kernel costs by how much of it
// is read.
void for_each_line_of(const std::string& path, const std::function<bool(std::string_view line)>& take);

// The words of TEXT between blanks, tabs and line ends.
std::vector<std::string_view> words_of(std::string_view text);

// Nothing where WORD is no number, as "max" is.
std::optional<double> number_of(std::string_view word);

// The number after KEY at the begin of a line: "MemTotal: 5 kB", "nr_periods 5".
std::optional<double> number_after(std::string_view key, std::string_view text);

// The lines of TEXT, in turn.
template <class Take>
void for_each_line(std::string_view text, Take take) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    take(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

}  // namespace foreshock::collect
