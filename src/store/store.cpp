#include "store/store.h"

#include <array>
#include <atomic>
#include <filesystem>
#include <mutex>

#include <fmt/format.h>

#include "core/log.h"
#include "store/bucket_table.h"
#include "store/flush_thread.h"
#include "store/flusher.h"
#include "store/observation_ring.h"
#include "store/schema.h"
#include "store/series_reader.h"
#include "store/series_writer.h"

namespace foreshock::store {
namespace store_impl {

constexpr std::array options = {
    option<&StoreOptions::data_dir>("data_dir", "text", "The folder in which Foreshock keeps its data."),
    option<&StoreOptions::flush_every>("flush_every", "s", 0.01, 60,
                                       "How often samples go to disk; a crash loses at most this much."),
    option<&StoreOptions::observation_ring>("observation_ring", "bytes", 64 * 1024, 64e9,
                                            "Disk space for the newest requests, 512 bytes each."),
    option<&StoreOptions::series_cap>("series_cap", "series", 100, 1e6,
                                      "The most series kept; samples of further ones go to 'other'."),
};

Result<void> make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) return {};
  return fail(Code::io, fmt::format("cannot make the folder '{}': {}", path, error.message()),
              "Give a data_dir that exists and may be written, or one that can be made.");
}

}  // namespace store_impl

OptionSet store_options() {
  return store_impl::options;
}

struct Store::Parts {
  Parts(const StoreOptions& options, const Clock& clock_, std::span<const SignalSpec> signals,
        RingFile ring_file, Connection writing_, Connection reading_)
      : clock(clock_),
        ring(std::move(ring_file)),
        table(options.series_cap, signals),
        writing(std::move(writing_)),
        reading(std::move(reading_)) {}

  Result<void> prepare(Duration flush_every);

  const Clock& clock;
  ObservationRing ring;
  BucketTable table;
  Connection writing, reading;
  std::mutex committing;  // guards reader, and makes file and table one picture
  std::optional<SeriesReader> reader;
  std::unique_ptr<NounShelf> nouns;
  std::optional<WaitingSeries> waiting_series;
  std::optional<Flusher> flusher;
  std::atomic<bool> reading_failed{false};
  std::optional<FlushThread> thread;  // last: it uses all others
};

Result<void> Store::Parts::prepare(Duration flush_every) {
  FORESHOCK_TRY(reader, SeriesReader::open(reading));
  FORESHOCK_TRY(nouns, NounShelf::open(writing, reading));
  FORESHOCK_TRY(SeriesWriter writer, SeriesWriter::open(writing));
  waiting_series.emplace(table, std::move(writer));
  FORESHOCK_TRY(const auto known, reader->series());
  for (const auto& series : known) table.know(series.key, series.last_used);
  flusher.emplace(writing, std::vector<Waiting*>{&*waiting_series, nouns.get()}, committing, clock);
  thread.emplace(flush_every, [this] { flusher->flush(); });
  return {};
}

Result<std::unique_ptr<Store>> Store::open(const StoreOptions& options, const Clock& clock,
                                           std::span<const SignalSpec> signals) {
  FORESHOCK_CHECK(store_impl::make_folder(options.data_dir));
  FORESHOCK_TRY(RingFile ring,
                RingFile::open(options.data_dir + "/observations.ring", options.observation_ring));
  const std::string path = options.data_dir + "/store.db";
  FORESHOCK_TRY(Connection writing, open_store_file(path));
  FORESHOCK_TRY(Connection reading, open_store_file(path));
  auto parts = std::make_unique<Parts>(options, clock, signals, std::move(ring), std::move(writing),
                                       std::move(reading));
  FORESHOCK_CHECK(parts->prepare(options.flush_every));
  return std::unique_ptr<Store>(new Store(std::move(parts)));
}

Store::Store(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Store::~Store() {
  parts_->thread.reset();
  parts_->flusher->flush();
}

void Store::take(const Observation& observation) {
  parts_->ring.take(observation);
}

void Store::take(std::span<const Sample> samples) {
  parts_->table.take(samples, parts_->clock.now());
}

SeriesView Store::read(const SeriesKey& key, Duration grain, Instant from, Instant to) const {
  if (grain != coarse_grain) return {key, grain, parts_->table.read(key, grain, from, to)};
  const std::lock_guard lock(parts_->committing);
  BucketRun run;
  if (auto saved = parts_->reader->read(key, from, to))
    run = BucketRun(std::move(*saved));
  else if (!parts_->reading_failed.exchange(true))
    log::error("store", fmt::format("older samples cannot be read: {}", saved.error().text()));
  run.merge(BucketRun(parts_->table.read(key, grain, from, to)));
  return {key, grain, std::move(run).release()};
}

std::vector<SeriesKey> Store::keys() const {
  return parts_->table.keys();
}

std::vector<Observation> Store::newest(size_t limit, Duration not_older_than) const {
  return parts_->ring.newest(limit, parts_->clock.now() - not_older_than);
}

uint64_t Store::next_observation_number() const {
  return parts_->ring.next_number();
}

void Store::keep_noun(KeptNoun noun) {
  parts_->nouns->keep(std::move(noun));
}

std::optional<KeptNoun> Store::noun(Identity id) const {
  const std::lock_guard lock(parts_->committing);
  return parts_->nouns->find(id);
}

std::vector<KeptNoun> Store::nouns(Noun kind, Instant from, Instant to, size_t limit) const {
  const std::lock_guard lock(parts_->committing);
  return parts_->nouns->list(kind, from, to, limit);
}

uint64_t Store::next_noun_number(Noun kind) const {
  const std::lock_guard lock(parts_->committing);
  return parts_->nouns->next_number(kind);
}

void Store::flush() {
  parts_->flusher->flush();
}

StoreStatistics Store::statistics() const {
  const auto table = parts_->table.statistics();
  const auto flushes = parts_->flusher->statistics();
  return {table.series,          parts_->ring.kept(),  table.samples_to_other,
          table.samples_dropped, flushes.write_errors, flushes.last_flush};
}

}  // namespace foreshock::store
