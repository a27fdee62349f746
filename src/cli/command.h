#pragma once
// A subcommand: one file, one function here, one line in main.cpp.
#include <functional>
#include <memory>

namespace CLI {
class App;
}

namespace foreshock::cli {

// The exit codes of every command.
enum Exit : int {
  exit_done = 0,
  exit_no = 1,         // the answer is no
  exit_bad_input = 2,  // bad usage or input
  exit_not_valid = 3,  // the measurement is not valid
};

// What a command does once its arguments are read; its result is the exit code.
using Run = std::function<int()>;

// Each adds its subcommand to APP and sets RUN when that one was chosen.
void add_up(CLI::App& app, Run& run);
void add_check(CLI::App& app, Run& run);
void add_config(CLI::App& app, Run& run);
void add_list(CLI::App& app, Run& run);
void add_load(CLI::App& app, Run& run);
void add_engine(CLI::App& app, Run& run);
void add_test(CLI::App& app, Run& run);
void add_dial(CLI::App& app, Run& run);
void add_event(CLI::App& app, Run& run);
void add_store(CLI::App& app, Run& run);
void add_import(CLI::App& app, Run& run);
void add_explain(CLI::App& app, Run& run);
void add_ledger(CLI::App& app, Run& run);
void add_key(CLI::App& app, Run& run);
void add_demo(CLI::App& app, Run& run);

}  // namespace foreshock::cli
