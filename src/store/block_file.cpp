#include "store/block_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/log.h"
#include "store/block_codec.h"

namespace foreshock::store {
namespace block_file_impl {

constexpr int series_bits = 32;
constexpr int64_t most_forgotten = 5'000;  // at once: about 20 ms

// Blocks lie in the order of time: see schema.cpp.
int64_t id_of(BlockKind kind, int64_t series, Instant start) {
  return (start.time_since_epoch() / shape_of(kind).span << series_bits) | series;
}

// Of the buckets from place FIRST on, those that begin in [from, to).
void keep_within(std::vector<Bucket>& buckets, size_t first, Instant from, Instant to) {
  const auto begin = buckets.begin() + static_cast<std::ptrdiff_t>(first);
  const auto outside = [&](const Bucket& bucket) { return bucket.start < from || bucket.start >= to; };
  buckets.erase(std::remove_if(begin, buckets.end(), outside), buckets.end());
}

}  // namespace block_file_impl

std::string_view table_of(BlockKind kind) {
  constexpr std::array<std::string_view, block_kinds> names = {"block_10", "block_60", "block_3600"};
  return names[static_cast<size_t>(kind)];
}

Instant start_of_block(BlockKind kind, int64_t id) {
  return Instant{(id >> block_file_impl::series_bits) * shape_of(kind).span};
}

Result<BlockFile> BlockFile::open(Connection& file) {
  std::vector<Statements> all;
  for (size_t i = 0; i < block_kinds; ++i) {
    const auto table = table_of(static_cast<BlockKind>(i));
    FORESHOCK_TRY(Statement find, file.prepare(fmt::format("SELECT body FROM {} WHERE id = ?", table)));
    FORESHOCK_TRY(Statement put,
                  file.prepare(fmt::format("INSERT OR REPLACE INTO {}(id, body) VALUES(?, ?)", table)));
    FORESHOCK_TRY(Statement remove, file.prepare(fmt::format("DELETE FROM {} WHERE id = ?", table)));
    FORESHOCK_TRY(
        Statement forget,
        file.prepare(fmt::format("DELETE FROM {0} WHERE id IN (SELECT id FROM {0} WHERE id < ? LIMIT {1})",
                                 table, block_file_impl::most_forgotten)));
    FORESHOCK_TRY(
        Statement borders,
        file.prepare(fmt::format("SELECT (SELECT min(id) FROM {0}), (SELECT max(id) FROM {0})", table)));
    all.push_back(
        {std::move(find), std::move(put), std::move(remove), std::move(forget), std::move(borders)});
  }
  return BlockFile(file, std::move(all));
}

// To the blocks that are there, so that "all of it" is not a search through centuries.
Result<void> BlockFile::clamp_to_kept(BlockKind kind, Instant& from, Instant& to) {
  Statement& borders = of(kind).borders;
  FORESHOCK_TRY(const bool found, borders.step());
  if (found) {
    from = std::max(from, start_of_block(kind, borders.integer(0)));
    to = std::min(to, start_of_block(kind, borders.integer(1)) + shape_of(kind).span);
  }
  borders.reset();
  return {};
}

Result<void> BlockFile::read(BlockKind kind, int64_t series, Instant from, Instant to,
                             std::vector<Bucket>& out) {
  FORESHOCK_CHECK(clamp_to_kept(kind, from, to));
  const auto [grain, span] = shape_of(kind);
  Statement& find = of(kind).find;
  // With room for what the caller may put behind.
  if (from < to) out.reserve(out.size() + static_cast<size_t>((to - from + 2 * span) / grain));
  Result<void> all_read;
  for (Instant start = bucket_start(from, span); start < to; start += span) {
    const int64_t id = block_file_impl::id_of(kind, series, start);
    const auto found = find.bind(1, id).step();
    if (!found) all_read = tl::unexpected(found.error());
    const size_t before = out.size();
    if (found && *found && !decode_block(find.blob(0), start, grain, out, id) && damaged_++ == 0)
      log::error("store",
                 fmt::format("a damaged block of series {} at {} is left out", series, iso8601(start)));
    find.reset();
    if (start < from || start + span > to) block_file_impl::keep_within(out, before, from, to);
  }
  return all_read;
}

Result<void> BlockFile::put(BlockKind kind, int64_t series, Instant start,
                            const std::vector<Bucket>& buckets) {
  const int64_t id = block_file_impl::id_of(kind, series, start);
  if (buckets.empty()) return of(kind).remove.bind(1, id).run();
  const SketchForm form = kind == BlockKind::minute ? SketchForm::quantiles : SketchForm::whole;
  const std::string body = encode_block(buckets, start, shape_of(kind).grain, form, id);
  return of(kind).put.bind(1, id).bind_blob(2, body).run();
}

Result<bool> BlockFile::forget_before(BlockKind kind, Instant oldest) {
  FORESHOCK_CHECK(of(kind).forget.bind(1, block_file_impl::id_of(kind, 0, oldest)).run());
  return file_->changes() < block_file_impl::most_forgotten;
}

}  // namespace foreshock::store
