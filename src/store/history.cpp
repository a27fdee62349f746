#include "store/history.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "store/ring_file.h"
#include "store/roll_up.h"
#include "store/schema.h"
#include "store/sealer.h"
#include "store/series_reader.h"
#include "store/series_writer.h"
#include "store/store_files.h"

namespace foreshock::store {
namespace history_impl {

// What is to be written of a day of a series.
struct Piece {
  const SeriesKey* key;
  std::vector<Bucket> buckets;  // minutes, or hours
  bool hours = false;
};

// The starts of BUCKETS, as those of the buckets of GRAIN in which they lie.
std::unordered_set<int64_t> starts_of(const std::vector<Bucket>& buckets, Duration grain) {
  std::unordered_set<int64_t> starts;
  for (const Bucket& bucket : buckets)
    starts.insert(bucket_start(bucket.start, grain).time_since_epoch().count());
  return starts;
}

}  // namespace history_impl

struct HistoryWriter::Parts {
  using Piece = history_impl::Piece;

  Parts(FileDescriptor held_, Connection file_, const Clock& clock_, size_t cap)
      : held(std::move(held_)), file(std::move(file_)), clock(clock_), series_cap(cap) {}
  Result<void> prepare();
  // In a transaction.
  Result<void> all_or_nothing(const std::function<Result<void>()>& work);
  Result<bool> has_room_for(const SeriesKey& key);
  Result<void> find_missing(const SeriesHistory& history, HistoryTaken& taken, std::vector<Piece>& out);
  Result<void> find_missing_of_day(const SeriesKey& key, std::vector<Bucket> minutes, HistoryTaken& taken,
                                   std::vector<Piece>& out);
  Result<void> write(const Piece& piece);

  FileDescriptor held;
  Connection file;
  const Clock& clock;
  size_t series_cap;
  std::optional<Sealer> sealer;
  std::optional<SeriesReader> reader;
  SeriesWriter writer;
  Statement find, count;
};

Result<void> HistoryWriter::Parts::prepare() {
  FORESHOCK_TRY(sealer, Sealer::open(file));
  FORESHOCK_TRY(reader, SeriesReader::open(file));
  FORESHOCK_TRY(writer, SeriesWriter::open(file));
  FORESHOCK_TRY(find, file.prepare("SELECT id FROM series WHERE signal = ? AND dimension = ? AND value = ?"));
  FORESHOCK_TRY(count, file.prepare("SELECT count(*) FROM series"));
  return all_or_nothing([this] { return sealer->seal_empty_days(clock.now()); });
}

Result<void> HistoryWriter::Parts::all_or_nothing(const std::function<Result<void>()>& work) {
  FORESHOCK_CHECK(file.run("BEGIN IMMEDIATE"));
  Result<void> done = work();
  if (done) done = file.run("COMMIT");
  if (!done) {
    (void)file.run("ROLLBACK");
    writer.forget_ids();
  }
  return done;
}

Result<bool> HistoryWriter::Parts::has_room_for(const SeriesKey& key) {
  find.bind(1, key.signal).bind(2, key.stratum.dimension).bind(3, key.stratum.value);
  FORESHOCK_TRY(const int64_t id, find.integer_or_zero());
  if (id != 0) return true;
  FORESHOCK_TRY(const int64_t known, count.integer_or_zero());
  return static_cast<size_t>(known) < series_cap;
}

Result<void> HistoryWriter::Parts::find_missing(const SeriesHistory& history, HistoryTaken& taken,
                                                std::vector<Piece>& out) {
  for (auto first = history.minutes.begin(); first != history.minutes.end();) {
    const Instant day_start = bucket_start(first->start, day);
    const auto last = std::find_if(first, history.minutes.end(),
                                   [&](const Bucket& b) { return bucket_start(b.start, day) != day_start; });
    FORESHOCK_CHECK(find_missing_of_day(history.key, std::vector<Bucket>(first, last), taken, out));
    first = last;
  }
  return {};
}

Result<void> HistoryWriter::Parts::find_missing_of_day(const SeriesKey& key, std::vector<Bucket> minutes,
                                                       HistoryTaken& taken, std::vector<Piece>& out) {
  using namespace history_impl;
  const Instant now = clock.now(), day_start = bucket_start(minutes.front().start, day);
  const bool hours = day_start < bucket_start(now - Retention{}.minute, day);
  const Duration grain = hours ? hour_grain : minute_grain;
  const size_t all = minutes.size();
  std::erase_if(minutes, [&](const Bucket& b) {
    return b.count <= 0 || b.start + minute_grain > now || b.start < now - Retention{}.hour;
  });
  taken.out_of_reach += all - minutes.size();
  if (minutes.empty()) return {};
  FORESHOCK_TRY(const auto found, reader->read(key, grain, day_start, day_start + day));
  const auto there = starts_of(found, grain);
  const size_t within_reach = minutes.size();
  std::erase_if(minutes, [&](const Bucket& b) {
    return there.contains(bucket_start(b.start, grain).time_since_epoch().count());
  });
  taken.there += within_reach - minutes.size();
  taken.taken += minutes.size();
  if (minutes.empty()) return {};
  out.push_back({&key, hours ? roll_up(minutes, hour_grain).buckets() : std::move(minutes), hours});
  return {};
}

Result<void> HistoryWriter::Parts::write(const Piece& piece) {
  FORESHOCK_TRY(const int64_t series, writer.id_of(*piece.key, piece.buckets.back().start));
  return piece.hours ? sealer->add_hours(series, piece.buckets) : sealer->add(series, piece.buckets);
}

Result<std::unique_ptr<HistoryWriter>> HistoryWriter::open(const std::string& data_dir, const Clock& clock,
                                                           size_t series_cap) {
  FORESHOCK_CHECK(make_data_dir(data_dir));
  const std::string ring = data_dir + "/observations.ring";
  if (!std::filesystem::exists(ring))
    FORESHOCK_CHECK(RingFile::open(ring, Bytes{}));  // a service makes it larger
  auto held = RingFile::hold(ring);
  if (!held && held.error().code() == Code::bad_config)
    return fail(Code::bad_config, held.error().what(),
                "Stop the service for as long as the import runs, or import into another data_dir.");
  if (!held) return fail(std::move(held).error());
  FORESHOCK_TRY(Connection file, open_store_file(data_dir + "/store.db"));
  auto parts = std::make_unique<Parts>(*std::move(held), std::move(file), clock, series_cap);
  FORESHOCK_CHECK(parts->prepare());
  return std::unique_ptr<HistoryWriter>(new HistoryWriter(std::move(parts)));
}

HistoryWriter::HistoryWriter(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
HistoryWriter::~HistoryWriter() = default;

Result<HistoryTaken> HistoryWriter::add(std::span<const SeriesHistory> history) {
  HistoryTaken taken;
  std::vector<history_impl::Piece> missing;
  for (const SeriesHistory& one : history) FORESHOCK_CHECK(parts_->find_missing(one, taken, missing));
  const Result<void> written = parts_->all_or_nothing([&]() -> Result<void> {
    const SeriesKey* left_out = nullptr;
    for (const history_impl::Piece& piece : missing) {
      FORESHOCK_TRY(const bool room, parts_->has_room_for(*piece.key));
      if (room) {
        FORESHOCK_CHECK(parts_->write(piece));
        continue;
      }
      taken.taken -= piece.buckets.size();
      if (left_out != piece.key) ++taken.series_left_out;
      left_out = piece.key;
    }
    return {};
  });
  if (!written) return fail(written.error());
  return taken;
}

}  // namespace foreshock::store
