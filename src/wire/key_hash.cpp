#include "wire/key_hash.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/sha.h>
#include <sys/random.h>

#include "wire/text.h"

namespace foreshock::wire {
namespace key_hash_impl {

constexpr std::string_view scheme = "sha256:";
constexpr size_t digits = 2 * SHA256_DIGEST_LENGTH;
constexpr size_t random_bytes = 24;

}  // namespace key_hash_impl

std::string hash_of_key(std::string_view key) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(key.data()), key.size(), digest.data());
  return fmt::format("{}{:02x}", key_hash_impl::scheme, fmt::join(digest, ""));
}

Result<void> check_key_hash(std::string_view hash) {
  using namespace key_hash_impl;
  const bool begins = hash.starts_with(scheme) && hash.size() == scheme.size() + digits;
  const auto is_hexadecimal = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
  if (begins && std::all_of(hash.begin() + scheme.size(), hash.end(), is_hexadecimal)) return {};
  return fail(Code::bad_config, "a key's hash is sha256: and 64 hexadecimal digits",
              "Write what 'foreshock key new' prints; never the key itself.");
}

Result<std::string> make_key(std::string_view prefix) {
  std::array<unsigned char, key_hash_impl::random_bytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    return fail(Code::io, "the system gives no random bytes", "Try again.");
  return fmt::format("{}{:02x}", prefix, fmt::join(bytes, ""));
}

}  // namespace foreshock::wire
