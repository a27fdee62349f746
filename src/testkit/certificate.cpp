#include "testkit/certificate.h"

#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

namespace foreshock::testkit {
namespace certificate_impl {

using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using File = std::unique_ptr<FILE, decltype(&fclose)>;

void add_extension(X509* certificate, int kind, const std::string& value) {
  const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> extension(
      X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str()), &X509_EXTENSION_free);
  X509_add_ext(certificate, extension.get(), -1);
}

Certificate signed_by(EVP_PKEY* key, const std::string& hosts, std::chrono::seconds valid) {
  constexpr long day = 86400;
  Certificate certificate(X509_new(), &X509_free);
  X509_set_version(certificate.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -2 * day);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), static_cast<long>(valid.count()));
  X509_set_pubkey(certificate.get(), key);
  X509_NAME* subject = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("test"), -1,
                             -1, 0);
  X509_set_issuer_name(certificate.get(), subject);
  add_extension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
  add_extension(certificate.get(), NID_subject_alt_name, hosts);
  X509_sign(certificate.get(), key, EVP_sha256());
  return certificate;
}

}  // namespace certificate_impl

CertificateFiles make_certificate(const std::string& folder, const std::string& name,
                                  const std::string& hosts, std::chrono::seconds valid) {
  using namespace certificate_impl;
  const CertificateFiles files{fmt::format("{}/{}.pem", folder, name),
                               fmt::format("{}/{}.key", folder, name)};
  const Key key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
  const Certificate certificate = signed_by(key.get(), hosts, valid);
  const File certificate_file(fopen(files.certificate.c_str(), "w"), &fclose);
  PEM_write_X509(certificate_file.get(), certificate.get());
  const File key_file(fopen(files.key.c_str(), "w"), &fclose);
  chmod(files.key.c_str(), 0600);
  PEM_write_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  return files;
}

}  // namespace foreshock::testkit
