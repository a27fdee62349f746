// foreshock store: is the data whole, a copy of it, a copy put back.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/failure.h"
#include "store/store_care.h"

namespace foreshock::cli {
namespace store_impl {

struct Arguments {
  std::string data_dir = "./foreshock-data";
  std::string folder;  // of the copy
  bool overwrite = false, json = false;
};

int fail_with(const Arguments& arguments, const Error& error) {
  if (!arguments.json) return report_failure(error);
  const nlohmann::json out = {
      {"good", false},
      {"error", {{"code", row_of(error.code()).name}, {"message", error.what()}, {"hint", error.hint()}}}};
  fmt::print("{}\n", out.dump(2));
  return exit_code_of(error);
}

int check(const Arguments& arguments) {
  const auto report = store::check_store(arguments.data_dir);
  if (!report) return fail_with(arguments, report.error());
  const bool good = report->faults.empty();
  if (arguments.json) {
    const nlohmann::json out = {{"good", good},
                                {"data_dir", arguments.data_dir},
                                {"format", report->format},
                                {"series", report->series},
                                {"open_buckets", report->open_buckets},
                                {"blocks", report->blocks},
                                {"buckets_in_blocks", report->buckets},
                                {"nouns", report->nouns},
                                {"kept_observations", report->kept_observations},
                                {"newest_observations", report->newest_observations},
                                {"faults", report->faults}};
    fmt::print("{}\n", out.dump(2));
  } else {
    for (const std::string& fault : report->faults) fmt::print("{}\n", fault);
    fmt::print(
        "{} is {}: format {}, {} series, {} blocks of {} buckets and {} open ones, {} nouns, {} requests "
        "kept "
        "and {} newest\n",
        arguments.data_dir, good ? "whole" : "damaged", report->format, report->series, report->blocks,
        report->buckets, report->open_buckets, report->nouns, report->kept_observations,
        report->newest_observations);
  }
  return good ? exit_done : exit_no;
}

int done(const Arguments& arguments, const Result<void>& result, std::string_view verb,
         const std::string& what, const std::string& where) {
  if (!result) return fail_with(arguments, result.error());
  if (arguments.json)
    fmt::print("{}\n", nlohmann::json{{"good", true}, {"from", what}, {"to", where}}.dump(2));
  else
    fmt::print("{} {} to {}\n", verb, what, where);
  return exit_done;
}

int back_up(const Arguments& arguments) {
  return done(arguments, store::back_up_store(arguments.data_dir, arguments.folder), "copied",
              arguments.data_dir, arguments.folder);
}

int restore(const Arguments& arguments) {
  return done(arguments, store::restore_store(arguments.folder, arguments.data_dir, arguments.overwrite),
              "put back", arguments.folder, arguments.data_dir);
}

CLI::App* add_task(CLI::App& command, const std::shared_ptr<Arguments>& arguments, Run& run, const char* name,
                   const char* help, int (*task)(const Arguments&)) {
  CLI::App* sub = command.add_subcommand(name, help);
  sub->add_option("--data-dir", arguments->data_dir, "Folder of the store (default ./foreshock-data).");
  sub->add_flag("--json", arguments->json, "Machine-readable output.");
  sub->callback([arguments, task, &run] { run = [arguments, task] { return task(*arguments); }; });
  return sub;
}

}  // namespace store_impl

void add_store(CLI::App& app, Run& run) {
  using namespace store_impl;
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("store", "Check the kept data, copy it, put a copy back.");
  command->require_subcommand(1);
  add_task(*command, arguments, run, "check", "Read everything; exit code 1 when something is damaged.",
           check);
  add_task(*command, arguments, run, "backup", "Copy the store into a new folder, also while it runs.",
           back_up)
      ->add_option("to", arguments->folder, "The folder of the copy.")
      ->required();
  CLI::App* put_back = add_task(*command, arguments, run, "restore",
                                "Put a copy back, into a data_dir that no Foreshock uses.", restore);
  put_back->add_option("from", arguments->folder, "The folder of the copy.")->required();
  put_back->add_flag("--overwrite", arguments->overwrite, "Replace a store that is there.");
}

}  // namespace foreshock::cli
