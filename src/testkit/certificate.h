#pragma once
// Certificates for tests, made when they are needed: none lies in the repository.
#include <chrono>
#include <string>

namespace foreshock::testkit {

struct CertificateFiles {
  std::string certificate;  // PEM; it signs itself, so that it is also the authority to trust
  std::string key;          // PEM, mode 0600
};

// Writes FOLDER/NAME.pem and FOLDER/NAME.key. FOR: the hosts, as "DNS:localhost,IP:127.0.0.1"; it ends VALID
// from now, which may lie in the past.
CertificateFiles make_certificate(const std::string& folder, const std::string& name = "server",
                                  const std::string& hosts = "DNS:localhost,IP:127.0.0.1,IP:::1",
                                  std::chrono::seconds valid = std::chrono::hours(24));

}  // namespace foreshock::testkit
