#include <algorithm>
#include <array>

#include "wire/http_head.h"

namespace foreshock::wire {
namespace http_reason_impl {

struct Row {
  int status;
  std::string_view reason;
};
constexpr std::array rows = {
    Row{100, "Continue"},
    Row{200, "OK"},
    Row{202, "Accepted"},
    Row{204, "No Content"},
    Row{304, "Not Modified"},
    Row{400, "Bad Request"},
    Row{401, "Unauthorized"},
    Row{403, "Forbidden"},
    Row{404, "Not Found"},
    Row{405, "Method Not Allowed"},
    Row{408, "Request Timeout"},
    Row{413, "Content Too Large"},
    Row{429, "Too Many Requests"},
    Row{431, "Request Header Fields Too Large"},
    Row{500, "Internal Server Error"},
    Row{501, "Not Implemented"},
    Row{502, "Bad Gateway"},
    Row{503, "Service Unavailable"},
    Row{504, "Gateway Timeout"},
};

}  // namespace http_reason_impl

std::string_view reason_of(int status) {
  const auto& rows = http_reason_impl::rows;
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.status == status; });
  return row == rows.end() ? "Unknown" : row->reason;
}

}  // namespace foreshock::wire
