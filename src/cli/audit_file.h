#pragma once
// The audit log on disk: JSON lines, only ever added to.
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "core/file_descriptor.h"
#include "core/ports.h"

namespace foreshock::cli {

class AuditFile final : public AuditLog {
 public:
  // Makes FILE where it is not there; only its owner may read it. What cannot be written there goes to the
  // program's log: no deed waits for a disk.
  explicit AuditFile(const std::string& file);
  void append(std::string_view line) override;
  // The last lines, newest first: at most LIMIT of the thousand that are held, those of earlier processes
  // among them.
  std::vector<std::string> newest(size_t limit) const;

 private:
  void hold(std::string_view line);

  FileDescriptor file_;
  mutable std::mutex mutex_;
  std::deque<std::string> held_;  // newest last
};

}  // namespace foreshock::cli
