// Copies of a data_dir, made and put back: store_care.h.
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "store/ring_file.h"
#include "store/schema.h"
#include "store/store_care.h"

namespace foreshock::store {
namespace store_copies_impl {

namespace fs = std::filesystem;

constexpr std::array<const char*, 2> names = {"store.db", "observations.ring"};

// One that is new is its owner's alone, like a data_dir.
Result<void> make_folder(const std::string& path) {
  std::error_code error;
  if (fs::create_directories(path, error)) fs::permissions(path, fs::perms::owner_all, error);
  if (!error) return {};
  return fail(Code::io, fmt::format("cannot make the folder '{}': {}", path, error.message()),
              "Give a folder that may be written.");
}

bool holds_store(const std::string& folder) {
  return fs::exists(folder + "/store.db") || fs::exists(folder + "/observations.ring");
}

Result<void> copy_database(const std::string& from, const std::string& to) {
  FORESHOCK_TRY(Connection file, open_store_to_read(from));
  return file.copy_to(to);
}

// Under a name of its own first, so that nothing half-made is ever taken for a copy.
Result<void> copy_files(const std::string& from, const std::string& to) {
  for (const char* name : names) {
    const std::string source = fmt::format("{}/{}", from, name), target = fmt::format("{}/{}", to, name);
    if (!fs::exists(source)) continue;
    const std::string half_made = target + ".new";
    std::error_code error;
    fs::remove(half_made, error);
    const bool database = std::string_view(name) == "store.db";
    FORESHOCK_CHECK(database ? copy_database(source, half_made) : RingFile::copy(source, half_made));
  }
  for (const char* name : names) {
    const std::string target = fmt::format("{}/{}", to, name), half_made = target + ".new";
    if (!fs::exists(half_made)) continue;
    std::error_code error;
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(target + suffix, error);
    fs::rename(half_made, target, error);
    if (error) return fail(Code::io, fmt::format("cannot make '{}': {}", target, error.message()));
  }
  return {};
}

// Who turned what: it goes along, and none that is there is replaced by an older one.
Result<void> copy_audit_log(const std::string& from, const std::string& to) {
  const std::string source = from + "/audit.jsonl";
  if (!fs::exists(source)) return {};
  std::error_code error;
  fs::copy_file(source, to + "/audit.jsonl", fs::copy_options::skip_existing, error);
  if (error) return fail(Code::io, fmt::format("cannot copy '{}' to '{}': {}", source, to, error.message()));
  return {};
}

}  // namespace store_copies_impl

Result<void> back_up_store(const std::string& data_dir, const std::string& to) {
  using namespace store_copies_impl;
  if (!fs::exists(data_dir + "/store.db"))
    return fail(Code::bad_usage, fmt::format("there is no store.db in '{}'", data_dir),
                "Name the data_dir of a Foreshock.");
  if (holds_store(to))
    return fail(Code::bad_usage, fmt::format("'{}' holds a store already", to), "Name a new folder.");
  FORESHOCK_CHECK(make_folder(to));
  FORESHOCK_CHECK(copy_files(data_dir, to));
  return copy_audit_log(data_dir, to);
}

Result<void> restore_store(const std::string& from, const std::string& data_dir, bool overwrite) {
  using namespace store_copies_impl;
  FORESHOCK_TRY(const CheckReport report, check_store(from));
  if (!report.faults.empty())
    return fail(Code::io, fmt::format("the copy in '{}' is damaged: {}", from, report.faults.front()),
                "Take another copy.");
  if (holds_store(data_dir) && !overwrite)
    return fail(Code::bad_usage, fmt::format("'{}' holds a store already", data_dir),
                "Give --overwrite to replace it, or another data_dir.");
  FORESHOCK_CHECK(make_folder(data_dir));
  FORESHOCK_TRY(const FileDescriptor lock, RingFile::hold(data_dir + "/observations.ring"));
  FORESHOCK_CHECK(copy_files(from, data_dir));
  return copy_audit_log(from, data_dir);
}

}  // namespace foreshock::store
