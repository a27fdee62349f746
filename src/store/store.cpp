#include "store/store.h"

#include <atomic>
#include <mutex>

#include <fmt/format.h>

#include "core/log.h"
#include "store/bucket_table.h"
#include "store/flush_thread.h"
#include "store/flusher.h"
#include "store/observation_archive.h"
#include "store/observation_ring.h"
#include "store/roll_up.h"
#include "store/series_reader.h"
#include "store/series_writer.h"
#include "store/store_files.h"

namespace foreshock::store {
struct Store::Parts {
  Parts(const StoreOptions& options_, const Clock& clock_, std::span<const SignalSpec> signals,
        StoreFiles files_)
      : options(options_),
        clock(clock_),
        files(std::move(files_)),
        ring(std::move(files.ring)),
        table({options.series_cap, options.labels_per_dimension}, signals) {}

  static Result<std::unique_ptr<Parts>> open(const StoreOptions& options, const Clock& clock,
                                             std::span<const SignalSpec> signals);
  Result<void> prepare();
  bool replace_file(const Error& why);
  void note_unread(const Error& why);
  void watch_reach();

  const StoreOptions options;
  const Clock& clock;
  const Instant opened = clock.now();
  StoreFiles files;  // but for the ring
  ObservationRing ring;
  BucketTable table;
  std::mutex committing;  // guards what reads the file, and makes file and memory one picture
  std::optional<SeriesReader> reader;
  std::unique_ptr<NounShelf> nouns;
  std::unique_ptr<Ledger> ledger;
  std::unique_ptr<ObservationArchive> archive;
  std::unique_ptr<WaitingSeries> waiting_series;
  std::optional<Flusher> flusher;
  std::atomic<bool> reading_failed{false};
  bool told_reach = false;
  std::optional<FlushThread> thread;  // last: it uses all others
};

Result<std::unique_ptr<Store::Parts>> Store::Parts::open(const StoreOptions& options, const Clock& clock,
                                                         std::span<const SignalSpec> signals) {
  FORESHOCK_TRY(StoreFiles files, open_store_files(options.data_dir, options.observation_ring));
  auto parts = std::make_unique<Parts>(options, clock, signals, std::move(files));
  FORESHOCK_CHECK(parts->prepare());
  return parts;
}

Result<void> Store::Parts::prepare() {
  FORESHOCK_TRY(reader, SeriesReader::open(files.reading));
  FORESHOCK_TRY(nouns, NounShelf::open(files.writing, files.reading));
  FORESHOCK_TRY(ledger, Ledger::open(files.writing, files.reading));
  FORESHOCK_TRY(archive, ObservationArchive::open(files.writing, files.reading, ring,
                                                  {options.observation_share, options.observation_space,
                                                   files.retention.observation}));
  FORESHOCK_TRY(waiting_series, WaitingSeries::open(table, files.writing));
  FORESHOCK_TRY(Keeper keeper, Keeper::open(files.writing, files.retention));
  FORESHOCK_TRY(const auto known, reader->series_since(clock.now() - oldest_sample));
  for (const auto& series : known) table.know(series.key, series.last_used);
  flusher.emplace(
      files.writing, std::vector<Waiting*>{waiting_series.get(), nouns.get(), archive.get(), ledger.get()},
      std::move(keeper), committing, clock, [this](const Error& why) { return replace_file(why); });
  thread.emplace(options.flush_every, [this] {
    flusher->flush();
    watch_reach();
  });
  return {};
}

void Store::Parts::note_unread(const Error& why) {
  if (!reading_failed.exchange(true))
    log::error("store", fmt::format("older samples cannot be read: {}", why.text()));
  flusher->suspect(why);
}

// What waits in memory goes to the file that stands there then, and nothing taken since is lost.
bool Store::Parts::replace_file(const Error& why) {
  if (files.in_memory) return false;
  flusher->let_go();
  reader.reset();
  const std::string before = files.trouble;
  Result<void> done = replace_damaged(files, options.data_dir, why);
  if (done) done = flusher->reopen(files.reading, files.retention);
  if (!done) return log::error("store", fmt::format("no file can be opened: {}", done.error().text())), false;
  if (auto again = SeriesReader::open(files.reading)) reader = *std::move(again);
  return files.trouble != before;
}

// Says once when the ring is too small for the hour that it is meant to hold.
void Store::Parts::watch_reach() {
  constexpr Duration hour_in_ring = std::chrono::hours(1);
  if (told_reach) return;
  const auto reach = ring.reach();
  if (!reach || *reach >= hour_in_ring || *reach <= Duration{}) return;
  told_reach = true;
  const double needed =
      static_cast<double>(options.observation_ring.value) * (seconds(hour_in_ring) / seconds(*reach));
  log::warn("store",
            fmt::format("the newest requests reach back {:.0f} min only; store.observation_ring: {} would "
                        "hold an hour of such traffic",
                        seconds(*reach) / 60, print_value(Bytes{static_cast<int64_t>(needed)})));
}

Result<std::unique_ptr<Store>> Store::open(const StoreOptions& options, const Clock& clock,
                                           std::span<const SignalSpec> signals) {
  auto parts = Parts::open(options, clock, signals);
  if (!parts && (parts.error().code() == Code::io || parts.error().code() == Code::damaged)) {
    FORESHOCK_TRY(std::string trouble, set_damaged_aside(options.data_dir, parts.error()));
    if (trouble.empty()) return tl::unexpected(parts.error());
    log::error("store", trouble);
    parts = Parts::open(options, clock, signals);
    if (parts) (*parts)->files.trouble = std::move(trouble);
  }
  if (!parts) return tl::unexpected(parts.error());
  return std::unique_ptr<Store>(new Store(*std::move(parts)));
}

Store::Store(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Store::~Store() {
  parts_->thread.reset();
  parts_->flusher->flush();
}

void Store::take(const Observation& observation) {
  parts_->ring.take(observation);
  parts_->archive->take(observation);
  parts_->ledger->take(observation);
}

void Store::keep(Identity observation, std::string_view reason) {
  parts_->archive->keep(observation, reason);
}

std::optional<Observation> Store::observation(Identity id) const {
  if (id.noun != Noun::observation) return std::nullopt;
  if (const auto record = parts_->ring.find(id.number)) return unpack(*record);
  const std::lock_guard lock(parts_->committing);
  return parts_->archive->find(id);
}

std::vector<Observation> Store::kept_observations(Instant from, Instant to, size_t limit) const {
  const std::lock_guard lock(parts_->committing);
  return parts_->archive->list(from, to, limit);
}

void Store::take(std::span<const Sample> samples) {
  parts_->table.take(samples, parts_->clock.now());
}

void Store::take(const SampleGrid& grid) {
  parts_->table.take(grid, parts_->clock.now());
}

SeriesView Store::read(const SeriesKey& key, Duration grain, Instant from, Instant to) const {
  if (grain == fine_grain) return {key, grain, parts_->table.read(key, grain, from, to)};
  if (!kept_on_disk(grain)) return {key, grain, {}};
  const std::lock_guard lock(parts_->committing);
  BucketRun run;
  auto saved = parts_->reader ? parts_->reader->read(key, grain, from, to) : std::vector<Bucket>();
  if (saved)
    run = BucketRun(std::move(*saved));
  else
    parts_->note_unread(saved.error());
  const auto waiting =
      parts_->table.read(key, coarse_grain, next_bucket_start(from, grain), next_bucket_start(to, grain));
  run.merge(roll_up(waiting, grain));
  return {key, grain, std::move(run).release()};
}

FineReach Store::fine_reach() const {
  return {parts_->clock.now() - fine_kept, bucket_start(parts_->opened, fine_grain)};
}

std::vector<SeriesKey> Store::keys() const {
  return parts_->table.keys();
}

std::vector<Observation> Store::newest(size_t limit, Duration not_older_than) const {
  return parts_->ring.newest(limit, parts_->clock.now() - not_older_than);
}

uint64_t Store::next_observation_number() const {
  return std::max(parts_->ring.next_number(), parts_->ledger->highest_request() + 1);
}

Result<std::vector<LedgerTotal>> Store::ledger(Instant from, Instant to, std::string_view key) const {
  const auto day_of = [](Instant at) {
    return std::chrono::floor<std::chrono::days>(at.time_since_epoch()).count();
  };
  const std::lock_guard lock(parts_->committing);
  return parts_->ledger->totals(day_of(from), day_of(to - Duration(1)), key);
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
  StoreStatistics statistics;
  statistics.series = table.series;
  statistics.observations_kept = parts_->ring.kept();
  statistics.samples_to_other = table.samples_to_other;
  statistics.samples_dropped = table.samples_dropped;
  statistics.observations_dropped = parts_->archive->dropped();
  statistics.ledger_lost = parts_->ledger->lost();
  statistics.write_errors = flushes.write_errors;
  statistics.last_flush = flushes.last_flush;
  const std::lock_guard lock(parts_->committing);  // of files
  statistics.in_memory = parts_->files.in_memory;
  statistics.trouble = parts_->files.trouble.empty() ? flushes.trouble : parts_->files.trouble;
  return statistics;
}

}  // namespace foreshock::store
