#pragma once
// The blocks in the store's file: those of 10 s hold an hour, those of 1 min a day, those of 1 h ten days.
// For one thread at a time, on one connection.
#include <array>
#include <vector>

#include "core/series.h"
#include "store/grain.h"
#include "store/sqlite.h"

namespace foreshock::store {

// A grain that is kept in blocks.
enum class BlockKind : uint8_t { coarse, minute, hour };
inline constexpr size_t block_kinds = 3;

struct BlockShape {
  Duration grain, span;
};
constexpr BlockShape shape_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::coarse:
      return {coarse_grain, coarse_block};
    case BlockKind::minute:
      return {minute_grain, minute_block};
    case BlockKind::hour:
      break;
  }
  return {hour_grain, hour_block};
}

// The name of its table in the file.
std::string_view table_of(BlockKind kind);
// When the block of that rowid begins.
Instant start_of_block(BlockKind kind, int64_t id);

class BlockFile {
 public:
  // FILE has the tables of schema.h and must outlive this.
  static Result<BlockFile> open(Connection& file);

  // Appends the buckets of SERIES (an id) that begin in [from, to), oldest first. A damaged block is left
  // out, logged, and counted. On an error OUT has the blocks that could be read.
  Result<void> read(BlockKind kind, int64_t series, Instant from, Instant to, std::vector<Bucket>& out);
  // Replaces the block of SERIES that begins at START; without buckets, removes it.
  Result<void> put(BlockKind kind, int64_t series, Instant start, const std::vector<Bucket>& buckets);
  // Deletes blocks that end at OLDEST or before, up to 5,000; false when there are more.
  Result<bool> forget_before(BlockKind kind, Instant oldest);

  uint64_t damaged() const { return damaged_; }

 private:
  struct Statements {
    Statement find, put, remove, forget, borders;
  };
  BlockFile(Connection& file, std::vector<Statements> statements)
      : file_(&file), statements_(std::move(statements)) {}

  Statements& of(BlockKind kind) { return statements_[static_cast<size_t>(kind)]; }
  Result<void> clamp_to_kept(BlockKind kind, Instant& from, Instant& to);

  Connection* file_;
  std::vector<Statements> statements_;  // by kind
  uint64_t damaged_ = 0;
};

}  // namespace foreshock::store
