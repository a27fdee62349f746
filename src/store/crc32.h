#pragma once
// CRC-32 as in IEEE 802.3 and zlib: reflected, polynomial 0xEDB88320. About 1 ns a byte.
#include <cstddef>
#include <cstdint>
#include <span>

namespace foreshock::store {

// The checksum of BYTES, carried on from that of the bytes before them.
uint32_t crc32(std::span<const std::byte> bytes, uint32_t before = 0);

}  // namespace foreshock::store
