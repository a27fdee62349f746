// check_store() of store_care.h.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "core/file_descriptor.h"
#include "store/block_codec.h"
#include "store/block_file.h"
#include "store/bucket_row.h"
#include "store/memory_map.h"
#include "store/observation_archive.h"
#include "store/ring_format.h"
#include "store/schema.h"
#include "store/store_care.h"

namespace foreshock::store {
namespace store_check_impl {

constexpr size_t most_faults = 20;

void note(CheckReport& report, std::string fault) {
  if (report.faults.size() < most_faults) report.faults.push_back(std::move(fault));
  if (report.faults.size() == most_faults) report.faults.emplace_back("there may be more");
}

Result<void> check_integrity(Connection& file, CheckReport& report) {
  FORESHOCK_TRY(Statement check, file.prepare("PRAGMA integrity_check(20)"));
  for (;;) {
    FORESHOCK_TRY(const bool row, check.step());
    if (!row) return {};
    if (check.text(0) != "ok") note(report, fmt::format("store.db: {}", check.text(0)));
  }
}

Result<void> check_blocks(Connection& file, BlockKind kind, CheckReport& report) {
  FORESHOCK_TRY(Statement all, file.prepare(fmt::format("SELECT id, body FROM {}", table_of(kind))));
  std::vector<Bucket> buckets;
  for (;;) {
    FORESHOCK_TRY(const bool row, all.step());
    if (!row) return {};
    ++report.blocks;
    buckets.clear();
    const Instant start = start_of_block(kind, all.integer(0));
    if (decode_block(all.blob(1), start, shape_of(kind).grain, buckets, all.integer(0)))
      report.buckets += static_cast<int64_t>(buckets.size());
    else
      note(report, fmt::format("store.db: row {} of {} ({}) cannot be read", all.integer(0), table_of(kind),
                               iso8601(start)));
  }
}

// Whether what a row of the open hour tells can all be true.
bool holds_together(const Bucket& bucket) {
  constexpr double slack = 1e-6;
  const double mean = bucket.sum / bucket.count,
               room = slack * std::max(std::abs(bucket.min), std::abs(bucket.max));
  if (!(bucket.count > 0 && bucket.min - room <= mean && mean <= bucket.max + room)) return false;
  const auto& bins = bucket.sketch.bins();
  return bins.empty() || (std::abs(bucket.sketch.count() - bucket.count) <= slack * bucket.count &&
                          bins.front().position == Sketch::position_of(bucket.min) &&
                          bins.back().position == Sketch::position_of(bucket.max));
}

Result<void> check_open_buckets(Connection& file, CheckReport& report) {
  FORESHOCK_TRY(Statement all,
                file.prepare("SELECT count, sum, min, max, sketch, start, series FROM bucket"));
  for (;;) {
    FORESHOCK_TRY(const bool row, all.step());
    if (!row) return {};
    ++report.open_buckets;
    if (!decode_sketch(all.blob(4)) || !holds_together(bucket_row::read(all, Instant{})))
      note(report, fmt::format("store.db: the open bucket of series {} at {} cannot be read", all.integer(6),
                               all.integer(5)));
  }
}

Result<void> check_observations(Connection& file, CheckReport& report) {
  FORESHOCK_TRY(Statement all, file.prepare("SELECT number, record FROM observation"));
  for (;;) {
    FORESHOCK_TRY(const bool row, all.step());
    if (!row) return {};
    ++report.kept_observations;
    if (!observation_from_blob(all.blob(1)))
      note(report, fmt::format("store.db: observation {} cannot be read", all.integer(0)));
  }
}

Result<void> check_file(const std::string& path, CheckReport& report) {
  FORESHOCK_TRY(Connection file, open_store_to_read(path));
  FORESHOCK_TRY(report.format, file.integer("PRAGMA user_version"));
  FORESHOCK_CHECK(check_integrity(file, report));
  if (!report.faults.empty()) return {};
  FORESHOCK_TRY(const bool other_tables, has_other_tables(file));
  if (other_tables) note(report, "store.db: its tables are not those of its version");
  FORESHOCK_TRY(report.series, file.integer("SELECT count(*) FROM series"));
  FORESHOCK_CHECK(check_open_buckets(file, report));
  if (report.format < 2) return {};
  for (const BlockKind kind : {BlockKind::coarse, BlockKind::minute, BlockKind::hour})
    FORESHOCK_CHECK(check_blocks(file, kind, report));
  FORESHOCK_TRY(report.nouns, file.integer("SELECT count(*) FROM noun"));
  return check_observations(file, report);
}

Result<void> check_ring(const std::string& path, CheckReport& report) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0)
    return fail(Code::io, fmt::format("cannot read '{}'", path), "Check that the file may be read.");
  const MemoryMap map = MemoryMap::to_read(file.get(), static_cast<size_t>(status.st_size));
  const auto header = ring_format::check_header(map.bytes());
  if (header == ring_format::HeaderState::newer)
    return fail(Code::newer_format, fmt::format("'{}' was written by a newer Foreshock", path));
  if (header == ring_format::HeaderState::damaged)
    note(report, "observations.ring: the header is damaged");
  else if (const auto survey = ring_format::survey(map.bytes()); survey.damaged <= 1)
    report.newest_observations = static_cast<int64_t>(survey.whole);  // one may be being written just now
  else
    note(report, fmt::format("observations.ring: {} records are damaged", survey.damaged));
  return {};
}

}  // namespace store_check_impl

Result<CheckReport> check_store(const std::string& data_dir) {
  const std::string file = data_dir + "/store.db", ring = data_dir + "/observations.ring";
  if (!std::filesystem::exists(file))
    return fail(Code::bad_usage, fmt::format("there is no store.db in '{}'", data_dir),
                "Name the data_dir of a Foreshock, or the folder of a backup.");
  CheckReport report;
  const auto read = store_check_impl::check_file(file, report);
  if (!read && !Connection::is_damaged(file)) return tl::unexpected(read.error());
  if (!read) report.faults.push_back(read.error().what());
  if (std::filesystem::exists(ring)) {
    FORESHOCK_CHECK(store_check_impl::check_ring(ring, report));
  }
  return report;
}

}  // namespace foreshock::store
