#include <csignal>
#include <cstdio>
#include <exception>

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <fmt/format.h>
#include <sys/resource.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/usage.h"
#include "cli/version.h"

namespace foreshock::cli::main_impl {

constexpr const char* about =
    "Foreshock: early warning and steadying for LLM inference services.\n\n"
    "It stands in front of any OpenAI-compatible server, measures every token, and shows what it sees.\n"
    "  foreshock up                              try it at once: simulated engine, light load, console\n"
    "  foreshock up --backend http://host:8000   in front of your server\n"
    "  foreshock load quick http://host:8000     one table of time to first token and tokens a second\n";

int run(int argc, char** argv) {
  CLI::App app(about, "foreshock");
  app.set_version_flag("--version", fmt::format("foreshock {}", version));
  app.require_subcommand(1);
  app.footer("Exit codes: 0 done, 1 the answer is no, 2 bad usage or input, 3 the measurement is not valid.");
  Run chosen;
  for (const auto add : {add_up, add_check, add_config, add_list, add_load, add_engine, add_test, add_store,
                         add_import, add_dial, add_key, add_event, add_explain, add_ledger, add_demo})
    add(app, chosen);
  if (argc == 1) {
    fmt::print("{}", app.help());
    return exit_bad_input;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0)
      if (const auto wrong = usage_error(app)) return report_failure(*wrong);
    return app.exit(error) == 0 ? exit_done : exit_bad_input;
  }
  return chosen();
}

// What the caller closed: whatever is opened next must not become standard output. It cannot be written to.
void fill_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1) (void)open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_RDWR);
}

// An answer that nobody got is none.
int with_output_written(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  std::fputs("foreshock: the output could not be written\n", stderr);
  return code == exit_done ? exit_no : code;
}

}  // namespace foreshock::cli::main_impl

int main(int argc, char** argv) {
  using namespace foreshock::cli::main_impl;
  fill_standard_streams();
  const rlimit no_dump{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_dump);      // the memory of a gateway holds prompts and keys
  mallopt(M_MMAP_THRESHOLD, 1024 * 1024);  // what large bodies took goes back: by itself the threshold rises
  std::signal(SIGPIPE, SIG_IGN);           // a reader of our log that dies, and
  std::signal(SIGXFSZ, SIG_IGN);           // a file at its limit, are errors to be handled, not ends
  try {
    return with_output_written(run(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "foreshock: {}\n", error.what());
    return foreshock::cli::exit_no;
  }
}
