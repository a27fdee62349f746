#include "collect/process_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <memory>

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include "collect/kernel_text.h"

namespace foreshock::collect {
namespace process_table_impl {

namespace fs = std::filesystem;

std::optional<int> pid_of(const fs::path& path) {
  const std::string name = path.filename().string();
  int pid = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), pid);
  return read.ec == std::errc() && read.ptr == name.data() + name.size() ? std::optional(pid) : std::nullopt;
}

// What /proc may hide from one moment to the next: the loop ends there.
template <class Take>
void for_each_entry(const fs::path& folder, Take take) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    take(entry->path());
}

// The inodes of its sockets: "socket:[4711]".
template <class Take>
void for_each_socket(const std::string& folder, Take take) {
  const std::unique_ptr<DIR, int (*)(DIR*)> handles(opendir(folder.c_str()), closedir);
  if (handles == nullptr) return;
  constexpr std::string_view before = "socket:[";
  std::array<char, 64> text{};
  while (const dirent* entry = readdir(handles.get())) {
    const ssize_t size = readlinkat(dirfd(handles.get()), entry->d_name, text.data(), text.size());
    const std::string_view target(text.data(), static_cast<size_t>(std::max<ssize_t>(size, 0)));
    if (target.starts_with(before) && target.ends_with(']'))
      take(target.substr(before.size(), target.size() - before.size() - 1));
  }
}

}  // namespace process_table_impl

// "42 (a name) S 1 …": the name may hold anything.
std::optional<ProcessStat> process_stat(const std::string& root, int pid) {
  const auto text = read_kernel_file(fmt::format("{}/proc/{}/stat", root, pid));
  if (!text) return std::nullopt;
  const size_t open = text->find('('), close = text->rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
  const auto words = words_of(std::string_view(*text).substr(close + 1));
  constexpr size_t third = 3, last = 24;  // the fields that WORDS begins and has to have
  if (words.size() < last - third + 1) return std::nullopt;
  const auto field = [&](size_t number) { return number_of(words[number - third]).value_or(0); };
  return ProcessStat{text->substr(open + 1, close - open - 1),
                     static_cast<int>(field(4)),
                     field(14) + field(15),
                     field(20),
                     field(22),
                     std::max(0.0, field(24))};
}

bool is_loopback(std::string_view host) {
  const bool is_number = host.find_first_not_of("0123456789.") == host.npos;  // 127.example.com is a name
  return host == "localhost" || host == "::1" || (is_number && host.starts_with("127."));
}

std::set<std::string> listening_inodes(const std::string& root, const ListeningPlace& place) {
  std::set<std::string> inodes;
  if (!place.socket.empty()) {
    // Num RefCount Protocol Flags Type St Inode Path; the flag of one that listens is 00010000
    for_each_line_of(root + "/proc/net/unix", [&](std::string_view line) {
      const auto words = words_of(line);
      if (words.size() == 8 && words[3] == "00010000" && words[7] == place.socket) inodes.emplace(words[6]);
      return true;
    });
    return inodes;
  }
  const std::string port = fmt::format(":{:04X}", place.port);
  for (const char* name : {"tcp", "tcp6"})
    // sl local_address rem_address st … inode. Those that listen (0A) stand first; there may be very many
    // others.
    for_each_line_of(fmt::format("{}/proc/net/{}", root, name), [&](std::string_view line) {
      const auto words = words_of(line);
      if (words.size() < 10 || words[0] == "sl") return true;
      const bool listens = words[3] == "0A";
      if (listens && words[1].ends_with(port)) inodes.emplace(words[9]);
      return listens;
    });
  return inodes;
}

ProcessTable::ProcessTable(const std::string& root) : root_(root) {
  process_table_impl::for_each_entry(root + "/proc", [&](const std::filesystem::path& path) {
    const auto pid = process_table_impl::pid_of(path);
    if (!pid) return;
    if (auto stat = process_stat(root_, *pid)) all_.emplace(*pid, *std::move(stat));
  });
}

void ProcessTable::find_sockets() const {
  holders_.emplace();
  for (const auto& [pid, stat] : all_)
    process_table_impl::for_each_socket(
        fmt::format("{}/proc/{}/fd", root_, pid), [&](std::string_view inode) {
          const auto [known, is_new] = holders_->try_emplace(std::string(inode), pid);
          if (!is_new && stat.started < all_.at(known->second).started) known->second = pid;
        });
}

std::optional<int> ProcessTable::holder_of(const std::set<std::string>& inodes) const {
  std::optional<int> oldest;
  if (inodes.empty()) return oldest;
  if (!holders_) find_sockets();
  for (const std::string& inode : inodes) {
    const auto holder = holders_->find(inode);
    if (holder == holders_->end()) continue;
    if (!oldest || all_.at(holder->second).started < all_.at(*oldest).started) oldest = holder->second;
  }
  return oldest;
}

std::vector<int> ProcessTable::family_of(int pid) const {
  std::vector<int> family;
  if (!all_.contains(pid)) return family;
  std::multimap<int, int> children;
  for (const auto& [child, stat] : all_) children.emplace(stat.parent, child);
  family.push_back(pid);
  for (size_t i = 0; i < family.size(); ++i) {
    const auto [begin, end] = children.equal_range(family[i]);
    for (auto child = begin; child != end; ++child)
      if (std::find(family.begin(), family.end(), child->second) == family.end())
        family.push_back(child->second);
  }
  return family;
}

}  // namespace foreshock::collect
