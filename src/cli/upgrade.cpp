#include "cli/upgrade.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/socket.h>
#include <sys/wait.h>

extern char** environ;

namespace foreshock::cli {
namespace upgrade_impl {

constexpr const char* variable = "FORESHOCK_UPGRADE";  // descriptors: of the socket, then of the listeners
constexpr int patience = 60'000;                       // ms

// Another number for the same open file, which a program that is started keeps.
FileDescriptor inherited(const FileDescriptor& descriptor) {
  return FileDescriptor(fcntl(descriptor.get(), F_DUPFD, 3));
}

void keep_from_others(int descriptor) {
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

// What libraries have opened is not always closed where another program begins: a port that it took would be
// taken there too.
void keep_all_but(const std::vector<int>& given) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
    const int descriptor = std::atoi(entry.path().filename().c_str());
    if (descriptor > STDERR_FILENO && std::find(given.begin(), given.end(), descriptor) == given.end())
      keep_from_others(descriptor);
  }
}

// The C strings of TEXTS, with the nullptr at the end.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

std::vector<std::string> environment_with(std::string entry) {
  std::vector<std::string> out{std::move(entry)};
  for (char** one = environ; *one != nullptr; ++one) out.emplace_back(*one);
  return out;
}

// What the other side says within the patience; empty: it has closed its side, or says nothing.
std::string heard(const FileDescriptor& control) {
  pollfd readable{control.get(), POLLIN, 0};
  if (poll(&readable, 1, patience) != 1) return {};
  char text[32];
  const ssize_t size = read(control.get(), text, sizeof text);
  return size > 0 ? std::string(text, static_cast<size_t>(size)) : std::string();
}

// Whoever does not hear it has closed its side, and is found out when it does not answer.
void say(const FileDescriptor& control, std::string_view text) {
  (void)send(control.get(), text.data(), text.size(), MSG_NOSIGNAL);
}

}  // namespace upgrade_impl

Command Command::of_this_process() {
  std::error_code error;
  Command command{std::filesystem::read_symlink("/proc/self/exe", error).string(), {}};
  std::ifstream line("/proc/self/cmdline");
  for (std::string argument; std::getline(line, argument, '\0');)
    command.arguments.push_back(std::move(argument));
  return command;
}

Result<Successor> Successor::start(const Command& command, std::vector<FileDescriptor> listeners) {
  using namespace upgrade_impl;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return fail(Code::io, fmt::format("no socket for the new program: {}", std::strerror(errno)));
  FileDescriptor ours(ends[0]);
  const FileDescriptor theirs(ends[1]);
  std::vector<FileDescriptor> given;
  given.push_back(inherited(theirs));
  for (const FileDescriptor& listener : listeners) given.push_back(inherited(listener));
  std::vector<int> numbers;
  for (const FileDescriptor& one : given) numbers.push_back(one.get());
  keep_all_but(numbers);
  std::vector<std::string> arguments = command.arguments;
  auto environment = environment_with(fmt::format("{}={}", variable, fmt::join(numbers, ",")));
  pid_t process = -1;
  const int error = posix_spawn(&process, command.program.c_str(), nullptr, nullptr,
                                pointers_to(arguments).data(), pointers_to(environment).data());
  if (error != 0)
    return fail(Code::io, fmt::format("cannot start '{}': {}", command.program, std::strerror(error)));
  return Successor(process, std::move(ours));
}

Result<void> Successor::wait_for(char word) {
  if (upgrade_impl::heard(control_) == std::string_view(&word, 1)) return {};
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  return fail(Code::io, fmt::format("the new program, process {}, does not serve", process_),
              "Its own messages say why; it has been ended.");
}

void Successor::give_place(uint64_t next_observation) {
  upgrade_impl::say(control_, fmt::to_string(next_observation));
}

std::optional<Predecessor> Predecessor::of_environment() {
  const char* given = std::getenv(upgrade_impl::variable);
  if (given == nullptr) return std::nullopt;
  Predecessor predecessor;
  for (const char* at = given; *at != '\0';) {
    char* end = nullptr;
    FileDescriptor descriptor(static_cast<int>(std::strtol(at, &end, 10)));
    if (end == at) break;
    upgrade_impl::keep_from_others(descriptor.get());
    if (predecessor.control_)
      predecessor.listeners_.push_back(std::move(descriptor));
    else
      predecessor.control_ = std::move(descriptor);
    at = *end == ',' ? end + 1 : end;
  }
  unsetenv(upgrade_impl::variable);
  return predecessor;
}

Result<uint64_t> Predecessor::take_place() {
  upgrade_impl::say(control_, "r");
  const std::string number = upgrade_impl::heard(control_);
  if (!number.empty()) return std::strtoull(number.c_str(), nullptr, 10);
  return fail(Code::io, "the program that was to give its place did not", "Start this one by itself.");
}

void Predecessor::say_serving() {
  upgrade_impl::say(control_, "s");
}

}  // namespace foreshock::cli
