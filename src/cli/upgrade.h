#pragma once
// A running program gives its place to another, often of a newer build, and no connection is lost. The old
// one starts the new one with its listeners and a socket to talk over. The new one says that its
// configuration is sound; the old one lets go of the data folder and tells the id of the next observation;
// the new one says that it serves.
#include <optional>
#include <string>
#include <vector>

#include "core/file_descriptor.h"
#include "core/result.h"

namespace foreshock::cli {

// What this process was started as: the path of its program, as it was then, and its arguments.
struct Command {
  std::string program;
  std::vector<std::string> arguments;
  static Command of_this_process();
};

// The old one's side.
class Successor {
 public:
  // Errors: io.
  static Result<Successor> start(const Command& command, std::vector<FileDescriptor> listeners);
  // Its configuration is sound. Errors: io; it ended, or says nothing for a minute.
  Result<void> wait_until_ready() { return wait_for('r'); }
  void give_place(uint64_t next_observation);
  // Errors likewise; then it is ended.
  Result<void> wait_until_serving() { return wait_for('s'); }
  pid_t process() const { return process_; }

 private:
  Successor(pid_t process, FileDescriptor control) : process_(process), control_(std::move(control)) {}
  Result<void> wait_for(char word);

  pid_t process_;
  FileDescriptor control_;
};

// The new one's side.
class Predecessor {
 public:
  // Nothing where nobody gives its place. Call it once, before any thread exists.
  static std::optional<Predecessor> of_environment();
  std::vector<FileDescriptor> listeners() { return std::move(listeners_); }
  // Says that the configuration is sound and waits for the place; the id of the next observation. Errors: io.
  Result<uint64_t> take_place();
  void say_serving();

 private:
  FileDescriptor control_;
  std::vector<FileDescriptor> listeners_;
};

}  // namespace foreshock::cli
