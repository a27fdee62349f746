#pragma once
// Which header fields of a backend's answer reach the client.
#include <string>
#include <string_view>
#include <vector>

namespace foreshock::gateway {

// A list of what is allowed, since nobody knows what a service behind a backend puts into its answers: keys
// have been seen there.
class PassedFields {
 public:
  // FURTHER names, with commas between them; a * at the end stands for any ending.
  explicit PassedFields(std::string_view further);

  // NAME in any case.
  bool admits(std::string_view name) const;

 private:
  std::vector<std::string> names_, beginnings_;  // in lower case
};

}  // namespace foreshock::gateway
