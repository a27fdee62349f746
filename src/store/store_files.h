#pragma once
// The files of a data_dir, opened so that a disk that fails stops nobody: a damaged one is set aside, and
// where no file can be used the store lives in memory.
#include <string>

#include "core/option.h"
#include "store/grain.h"
#include "store/ring_file.h"
#include "store/sqlite.h"

namespace foreshock::store {

struct StoreFiles {
  RingFile ring;
  Connection writing, reading;
  Retention retention;  // shorter in memory
  bool in_memory = false;
  std::string trouble;  // one line for people, with what to do; empty: all is well
};

// One that is new is its owner's alone. Errors: io.
Result<void> make_data_dir(const std::string& path);
// Errors are what only people can decide: newer_format; bad_config (in use by another process, another
// program's file).
Result<StoreFiles> open_store_files(const std::string& data_dir, Bytes ring_size);
// For a store that could not be read or written, WHY, although its file was opened. What became of the file,
// where it is damaged: it is set aside; empty: that is not the reason. Reads the whole of it; no connection
// to it may be open. Errors: io.
Result<std::string> set_damaged_aside(const std::string& data_dir, const Error& why);
// The same for FILES, whose statements are all gone: other connections stand in their place, to a new file,
// or to memory; or to the same one, and then trouble is as it was. Errors as of opening one.
Result<void> replace_damaged(StoreFiles& files, const std::string& data_dir, const Error& why);

}  // namespace foreshock::store
