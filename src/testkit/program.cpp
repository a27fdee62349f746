#include "testkit/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <csignal>
#include <stdexcept>
#include <thread>

extern char** environ;

namespace foreshock::testkit {
namespace program_impl {

struct Pipe {
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    read = FileDescriptor(ends[0]);
    write = FileDescriptor(ends[1]);
  }
  FileDescriptor read, write;
};

pid_t start(const std::vector<std::string>& command, int out, int err) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  if (err >= 0) posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  pid_t process = -1;
  if (posix_spawn(&process, arguments[0], &actions, nullptr, arguments.data(), environ) != 0)
    throw std::runtime_error("cannot run " + command[0]);
  posix_spawn_file_actions_destroy(&actions);
  return process;
}

std::string read_all(const FileDescriptor& from) {
  std::string all;
  char bytes[4096];
  for (ssize_t count = read(from.get(), bytes, sizeof bytes); count > 0;
       count = read(from.get(), bytes, sizeof bytes))
    all.append(bytes, static_cast<size_t>(count));
  return all;
}

int wait_for(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace program_impl

Finished run_program(const std::vector<std::string>& command) {
  program_impl::Pipe out, err;
  const pid_t process = program_impl::start(command, out.write.get(), err.write.get());
  out.write = FileDescriptor();
  err.write = FileDescriptor();
  Finished finished;
  std::thread reader([&] { finished.err = program_impl::read_all(err.read); });
  finished.out = program_impl::read_all(out.read);
  reader.join();
  finished.exit_code = program_impl::wait_for(process);
  return finished;
}

Program::Program(const std::vector<std::string>& command, int err) {
  program_impl::Pipe out;
  process_ = program_impl::start(command, out.write.get(), err);
  out_ = std::move(out.read);
}

Program::~Program() {
  if (process_ > 0) end(SIGKILL);
}

std::string Program::read_line() {
  std::string line;
  char byte = 0;
  while (read(out_.get(), &byte, 1) == 1 && byte != '\n') line += byte;
  return line;
}

void Program::signal(int signal) const {
  kill(process_, signal);
}

int Program::end(int signal) {
  kill(process_, signal);
  return program_impl::wait_for(std::exchange(process_, -1));
}

}  // namespace foreshock::testkit
