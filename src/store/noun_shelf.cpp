#include "store/noun_shelf.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/log.h"

namespace foreshock::store {
namespace noun_shelf_impl {

int64_t to_nanoseconds(Instant instant) {
  return instant.time_since_epoch().count();
}

void log_unreadable(const Error& error) {
  log::error("store", fmt::format("kept nouns cannot be read: {}", error.text()));
}

}  // namespace noun_shelf_impl

Result<std::unique_ptr<NounShelf>> NounShelf::open(Connection& writing, Connection& reading) {
  std::unique_ptr<NounShelf> shelf(new NounShelf());
  FORESHOCK_CHECK(shelf->reopen(writing, reading));
  return shelf;
}

Result<void> NounShelf::reopen(Connection& writing, Connection& reading) {
  FORESHOCK_TRY(Statement put,
                writing.prepare("INSERT OR REPLACE INTO noun(kind, number, at, body) VALUES(?, ?, ?, ?)"));
  FORESHOCK_TRY(Statement find, reading.prepare("SELECT at, body FROM noun WHERE kind = ? AND number = ?"));
  FORESHOCK_TRY(Statement list,
                reading.prepare("SELECT number, at, body FROM noun WHERE kind = ? AND at >= ? AND at < ? "
                                "ORDER BY at DESC, number DESC LIMIT ?"));
  FORESHOCK_TRY(Statement highest, reading.prepare("SELECT max(number) FROM noun WHERE kind = ?"));
  const std::lock_guard lock(mutex_);
  statements_ = {std::move(put), std::move(find), std::move(list), std::move(highest)};
  return {};
}

void NounShelf::keep(KeptNoun noun) {
  const std::lock_guard lock(mutex_);
  const Identity id = noun.id;
  waiting_.insert_or_assign(id, std::move(noun));
}

std::optional<KeptNoun> NounShelf::find(Identity id) const {
  const std::lock_guard lock(mutex_);
  for (const auto* memory : {&waiting_, &staged_})
    if (const auto found = memory->find(id); found != memory->end()) return found->second;
  return find_on_disk(id);
}

std::optional<KeptNoun> NounShelf::find_on_disk(Identity id) const {
  Statement& find = statements_.find;
  find.bind(1, name_of(id.noun)).bind(2, static_cast<int64_t>(id.number));
  const auto found = find.step();
  std::optional<KeptNoun> noun;
  if (!found)
    noun_shelf_impl::log_unreadable(found.error());
  else if (*found)
    noun = KeptNoun{id, Instant{Duration{find.integer(0)}}, std::string(find.text(1))};
  find.reset();
  return noun;
}

void NounShelf::list_on_disk(Noun kind, Instant from, Instant to, size_t limit,
                             std::map<Identity, KeptNoun>& out) const {
  Statement& list = statements_.list;
  list.bind(1, name_of(kind))
      .bind(2, noun_shelf_impl::to_nanoseconds(from))
      .bind(3, noun_shelf_impl::to_nanoseconds(to))
      .bind(4, static_cast<int64_t>(limit));
  for (;;) {
    const auto row = list.step();
    if (!row) noun_shelf_impl::log_unreadable(row.error());
    if (!row || !*row) break;
    const Identity id{kind, static_cast<uint64_t>(list.integer(0))};
    out.emplace(id, KeptNoun{id, Instant{Duration{list.integer(1)}}, std::string(list.text(2))});
  }
  list.reset();
}

std::vector<KeptNoun> NounShelf::list(Noun kind, Instant from, Instant to, size_t limit) const {
  const std::lock_guard lock(mutex_);
  std::map<Identity, KeptNoun> found;
  // As many more as may be replaced by what waits.
  list_on_disk(kind, from, to, limit + staged_.size() + waiting_.size(), found);
  for (const auto* memory : {&staged_, &waiting_})
    for (const auto& [id, noun] : *memory)
      if (id.noun == kind) found.insert_or_assign(id, noun);
  std::vector<KeptNoun> nouns;
  for (auto& [id, noun] : found)
    if (noun.at >= from && noun.at < to) nouns.push_back(std::move(noun));
  std::sort(nouns.begin(), nouns.end(), [](const KeptNoun& left, const KeptNoun& right) {
    return std::pair(left.at, left.id) > std::pair(right.at, right.id);
  });
  if (nouns.size() > limit) nouns.resize(limit);
  return nouns;
}

uint64_t NounShelf::next_number(Noun kind) const {
  const std::lock_guard lock(mutex_);
  Statement& highest = statements_.highest;
  highest.bind(1, name_of(kind));
  uint64_t number = 0;
  if (const auto row = highest.step(); row && *row) number = static_cast<uint64_t>(highest.integer(0));
  highest.reset();
  for (const auto* memory : {&staged_, &waiting_})
    for (const auto& [id, noun] : *memory)
      if (id.noun == kind) number = std::max(number, id.number);
  return number + 1;
}

Result<void> NounShelf::stage(Instant) {
  {
    const std::lock_guard lock(mutex_);
    staged_ = std::exchange(waiting_, {});
  }
  for (const auto& [id, noun] : staged_) {
    statements_.put.bind(1, name_of(id.noun))
        .bind(2, static_cast<int64_t>(id.number))
        .bind(3, noun_shelf_impl::to_nanoseconds(noun.at))
        .bind(4, noun.body);
    FORESHOCK_CHECK(statements_.put.run());
  }
  return {};
}

void NounShelf::settle(bool saved) {
  const std::lock_guard lock(mutex_);
  if (!saved) waiting_.merge(staged_);  // what was kept again meanwhile wins
  staged_.clear();
}

}  // namespace foreshock::store
