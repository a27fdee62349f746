#include "store/first_page.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

namespace foreshock::store {
namespace first_page_impl {

// Of a header, https://www.sqlite.org/fileformat2.html, 1.3: numbers are big-endian.
constexpr size_t page_size_at = 16, pages_at = 28, free_list_at = 32, header_size = 100;

void put(std::string& page, size_t at, uint64_t number) {
  for (size_t i = 0; i < 4; ++i) page[at + i] = static_cast<char>(number >> (24 - 8 * i) & 0xFF);
}

size_t page_size_of(const std::string& header) {
  const auto byte = [&](size_t at) { return static_cast<size_t>(static_cast<unsigned char>(header[at])); };
  const size_t size = byte(page_size_at) << 8 | byte(page_size_at + 1);
  return size == 1 ? 65'536 : size;
}

Result<std::string> first_page_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string page(header_size, '\0');
  if (!file.read(page.data(), static_cast<std::streamsize>(page.size())))
    return fail(Code::io, fmt::format("'{}' has no first page", path));
  page.resize(page_size_of(page));
  const auto rest = static_cast<std::streamsize>(page.size() - header_size);
  if (page.size() < header_size || !file.read(page.data() + header_size, rest))
    return fail(Code::io, fmt::format("'{}' has no first page", path));
  return page;
}

}  // namespace first_page_impl

Result<void> copy_with_first_page_of(const std::string& sound, const std::string& damaged,
                                     const std::string& to) {
  namespace fs = std::filesystem;
  FORESHOCK_TRY(std::string page, first_page_impl::first_page_of(sound));
  std::error_code error;
  fs::copy_file(damaged, to, fs::copy_options::overwrite_existing, error);
  if (!error && fs::exists(damaged + "-wal"))
    fs::copy_file(damaged + "-wal", to + "-wal", fs::copy_options::overwrite_existing, error);
  if (error) return fail(Code::io, fmt::format("cannot copy '{}' to '{}': {}", damaged, to, error.message()));
  first_page_impl::put(page, first_page_impl::pages_at, fs::file_size(to) / page.size());
  first_page_impl::put(page, first_page_impl::free_list_at, 0);
  first_page_impl::put(page, first_page_impl::free_list_at + 4, 0);
  std::fstream file(to, std::ios::in | std::ios::out | std::ios::binary);
  if (!file.write(page.data(), static_cast<std::streamsize>(page.size())).flush())
    return fail(Code::io, fmt::format("cannot write '{}'", to));
  return {};
}

}  // namespace foreshock::store
