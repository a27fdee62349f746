#include "core/error.h"

#include <array>

#include <fmt/format.h>

namespace foreshock {
namespace error_impl {

using log::Level;

constexpr std::array rows = {
    CodeRow{Code::bad_config, "bad_config", 500, Level::error, false,
            "Mend the configuration; 'foreshock config reference' lists every key."},
    CodeRow{Code::bad_usage, "bad_usage", 400, Level::error, false, "Run the command with --help."},
    CodeRow{Code::bad_request, "bad_request", 400, Level::info, false, "Mend the request and send it again."},
    CodeRow{Code::unauthorized, "unauthorized", 401, Level::info, false,
            "Send a key of this service as 'Authorization: Bearer KEY' or 'x-api-key: KEY'."},
    CodeRow{Code::forbidden, "forbidden", 403, Level::warn, false, "Ask whoever runs this service."},
    CodeRow{Code::not_found, "not_found", 404, Level::info, false, "Check the path."},
    CodeRow{Code::method_not_allowed, "method_not_allowed", 405, Level::info, false, "Check the method."},
    CodeRow{Code::too_large, "too_large", 413, Level::info, false,
            "Send a smaller body, or raise limits.request_body."},
    CodeRow{Code::head_too_large, "head_too_large", 431, Level::info, false,
            "Send fewer or shorter headers."},
    CodeRow{Code::unsupported, "unsupported", 501, Level::info, false, "Use a feature that this server has."},
    CodeRow{Code::over_limit, "over_limit", 429, Level::info, true,
            "Try again after the time in Retry-After, or ask for a higher limit."},
    CodeRow{Code::overloaded, "overloaded", 503, Level::warn, true,
            "Try again after the time in Retry-After."},
    CodeRow{Code::backend_unreachable, "backend_unreachable", 502, Level::warn, true,
            "Check that the backend runs and that its url is right."},
    CodeRow{Code::backend_broken, "backend_broken", 502, Level::warn, true,
            "The backend broke the protocol or left early; look at its log."},
    CodeRow{Code::backend_not_sse, "backend_not_sse", 502, Level::warn, false,
            "The backend answered with a page instead of a model's answer; check its url and what stands "
            "before it."},
    CodeRow{Code::timeout, "timeout", 504, Level::warn, true, "The backend took too long; try again later."},
    CodeRow{Code::cancelled, "cancelled", 499, Level::info, false, "The client left."},
    CodeRow{Code::io, "io", 500, Level::error, true, "Check disk space, permissions and addresses."},
    CodeRow{Code::damaged, "damaged", 500, Level::error, false,
            "Put back a copy ('foreshock store restore'), or move the file away to begin anew."},
    CodeRow{Code::newer_format, "newer_format", 500, Level::error, false,
            "This file was written by a newer Foreshock; run that version, or give another data_dir."},
    CodeRow{Code::internal, "internal", 500, Level::error, true,
            "This is a fault of Foreshock; please report it."},
};

constexpr bool rows_follow_the_enum() {
  for (size_t i = 0; i < rows.size(); ++i)
    if (static_cast<size_t>(rows[i].code) != i) return false;
  return rows.size() == static_cast<size_t>(Code::internal) + 1;
}
static_assert(rows_follow_the_enum());

}  // namespace error_impl

std::span<const CodeRow> codes() {
  return error_impl::rows;
}

const CodeRow& row_of(Code code) {
  return error_impl::rows[static_cast<size_t>(code)];
}

Error Error::at(std::string_view where) const {
  return Error(code_, fmt::format("{}: {}", where, what_), hint_);
}

Error Error::or_hint(std::string_view hint) const {
  return hint_.empty() ? Error(code_, what_, std::string(hint)) : *this;
}

std::string Error::sentences() const {
  const bool ended = what_.ends_with('.') || what_.ends_with('?');
  return fmt::format("{}{} {}", what_, ended ? "" : ".", hint());
}

std::string Error::text() const {
  return fmt::format("{} ({})", what_, hint());
}

}  // namespace foreshock
