#pragma once
// A server of metrics as Debian has it, on a free port of this machine, with its data in a folder of the
// test.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "testkit/loopback.h"
#include "testkit/program.h"

namespace foreshock::testkit {

class MetricServer {
 public:
  static constexpr const char* victoria_metrics = "/usr/bin/victoria-metrics";
  static constexpr const char* prometheus = "/usr/bin/prometheus";
  static bool is_installed(const char* program) { return std::filesystem::exists(program); }

  // PROGRAM: one of the two; returns once it answers, or after half a minute. CONFIG: of Prometheus.
  MetricServer(const char* program, const std::filesystem::path& folder,
               std::string_view config = "global: {}\n");

  std::string place() const;  // 127.0.0.1:PORT
  // Its answer to TARGET: GET, or POST of a BODY that is not empty.
  Connection::Message ask(std::string_view target, std::string_view body = {}) const;
  // Of VictoriaMetrics. PAGE in the text format; LABEL: as instance=a:1, for all of it; AT: Unix seconds.
  void import(std::string_view page, std::string_view label, double at) const;
  // What was imported can be asked for from now on.
  void flush() const { ask("/internal/force_flush"); }

 private:
  static std::vector<std::string> command(const char* program, const std::filesystem::path& folder,
                                          std::string_view config, uint16_t port);

  uint16_t port_ = unused_port();
  Program process_;
};

}  // namespace foreshock::testkit

// At the top of a test that needs one of them.
#define FORESHOCK_NEEDS_SERVER(program)                           \
  if (!::foreshock::testkit::MetricServer::is_installed(program)) \
  GTEST_SKIP() << "SKIPPED: " << (program) << " is missing; scripts/setup test installs it"
