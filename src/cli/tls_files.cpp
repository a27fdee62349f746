#include "cli/tls_files.h"

#include <fmt/format.h>

#include "core/log.h"
#include "core/shown.h"

namespace foreshock::cli {
namespace tls_files_impl {

using Protocols = net::TlsContext::Protocols;

// WHERE: the section of the configuration.
Result<net::TlsContext> open(std::string_view where, const net::TlsFiles& files, Protocols protocols,
                             std::vector<std::string>& warnings) {
  if (files.certificate.empty() && files.key.empty()) return net::TlsContext();
  auto context = net::TlsContext::for_server(files, warnings, protocols);
  if (!context) return fail(context.error().at(where));
  return context;
}

}  // namespace tls_files_impl

Result<net::TlsContext> console_tls(const net::TlsFiles& files) {
  std::vector<std::string> warnings;
  FORESHOCK_TRY(auto context,
                tls_files_impl::open("console.tls", files, tls_files_impl::Protocols::http1, warnings));
  for (const std::string& warning : warnings) log::warn("cli", warning);
  return context;
}

Result<std::vector<std::string>> check_tls_files(const Config& config) {
  using namespace tls_files_impl;
  std::vector<std::string> warnings;
  FORESHOCK_CHECK(open("tls", config.gateway.tls, Protocols::http2_and_1, warnings));
  FORESHOCK_CHECK(open("console.tls", config.console.tls, Protocols::http1, warnings));
  for (const auto& backend : config.gateway.backends) {
    if (backend.ca_file.empty()) continue;
    const auto trusted = net::TlsContext::for_client({backend.ca_file, backend.verify});
    if (!trusted) return fail(trusted.error().at(fmt::format("backend '{}'", shown(backend.name))));
  }
  return warnings;
}

}  // namespace foreshock::cli
