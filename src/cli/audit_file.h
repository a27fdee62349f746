#pragma once
// The audit log on disk: JSON lines, only ever added to.
#include <string>

#include "core/file_descriptor.h"
#include "core/ports.h"

namespace foreshock::cli {

class AuditFile final : public AuditLog {
 public:
  // Makes FILE where it is not there; only its owner may read it. What cannot be written there goes to the
  // program's log: no deed waits for a disk.
  explicit AuditFile(const std::string& file);
  void append(std::string_view line) override;

 private:
  FileDescriptor file_;
};

}  // namespace foreshock::cli
