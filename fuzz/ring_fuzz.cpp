// A ring file with any bytes in it opens or is refused; what survives is kept, and the next record is found
// when it is opened again.
#include "store/ring_file.h"

#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "core/log.h"
#include "input.h"

namespace foreshock::fuzz {

namespace format = store::ring_format;

std::filesystem::path folder() {
  static const auto made = [] {
    log::set_level(log::Level::error);
    auto path = std::filesystem::temp_directory_path() / fmt::format("foreshock-ring-fuzz-{}", ::getpid());
    std::filesystem::create_directories(path);
    return path;
  }();
  return made;
}

// Slots, whole ones by write_slot; then bytes are changed where the input says.
std::string file_of(Input& input) {
  std::vector<std::byte> bytes(format::header_size + input.choice(9) * format::slot_size +
                               input.choice(2) * 100);
  format::write_header(bytes);
  for (size_t i = 0; i < format::slots_in(bytes.size()); ++i) {
    Observation observation;
    observation.id.number = input.number(2);
    if (const uint64_t sequence = input.number(static_cast<int>(input.choice(9))); sequence != 0)
      format::write_slot(format::slot_at(std::span(bytes), i), sequence, store::pack(observation));
  }
  std::string file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  while (!input.empty()) {
    const size_t at = input.number(2) % file.size();
    file[at] = static_cast<char>(input.byte());
  }
  return file;
}

void open_and_append(const std::string& path, Bytes size) {
  uint64_t next = 0;
  {
    auto ring = store::RingFile::open(path, size);
    if (!ring) return;
    FORESHOCK_MUST(ring->kept() <= ring->capacity() && ring->capacity() > 0);
    if (ring->highest_sequence() == UINT64_MAX) return;  // after 584 years of a record a nanosecond
    Observation observation;
    observation.id.number = 77;
    ring->append(store::pack(observation));
    next = ring->highest_sequence();
    FORESHOCK_MUST(format::read_slot(ring->slot_of(next)).has_value());
  }
  const auto again = store::RingFile::open(path, size);
  FORESHOCK_MUST(again && again->highest_sequence() == next);
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  fuzz::Input input(data, size);
  const Bytes wanted{static_cast<int64_t>(input.choice(9)) * 512};
  const std::string file = fuzz::file_of(input);
  const auto path = fuzz::folder() / "observations.ring";
  std::ofstream(path, std::ios::binary) << file;
  fuzz::open_and_append(path, wanted);
  return 0;
}
