#pragma once
// Keys of ours as they may be kept: what is written down is a hash, never the key.
#include <string>
#include <string_view>

#include "core/result.h"

namespace foreshock::wire {

// "sha256:" and 64 hexadecimal digits. A key is long and random, so that a plain hash tells nothing of it.
std::string hash_of_key(std::string_view key);
// Errors: bad_config for what hash_of_key does not write.
Result<void> check_key_hash(std::string_view hash);

// PREFIX and 48 hexadecimal digits of the system's own random bytes (192 bits). Errors: io.
Result<std::string> make_key(std::string_view prefix);

}  // namespace foreshock::wire
