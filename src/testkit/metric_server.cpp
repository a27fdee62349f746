#include "testkit/metric_server.h"

#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

#include <fmt/format.h>

namespace foreshock::testkit {

std::vector<std::string> MetricServer::command(const char* program, const std::filesystem::path& folder,
                                               std::string_view config, uint16_t port) {
  const std::string data = (folder / "metrics").string();
  if (std::string_view(program) == victoria_metrics)
    return {program,
            fmt::format("-storageDataPath={}", data),
            fmt::format("-httpListenAddr=127.0.0.1:{}", port),
            "-retentionPeriod=100d",
            "-loggerLevel=ERROR",
            "-search.latencyOffset=1s"};
  const std::string file = (folder / "prometheus.yml").string();
  std::ofstream(file) << config;
  return {program,
          fmt::format("--config.file={}", file),
          fmt::format("--storage.tsdb.path={}", data),
          fmt::format("--web.listen-address=127.0.0.1:{}", port),
          "--storage.tsdb.retention.time=100d",
          "--log.level=error"};
}

MetricServer::MetricServer(const char* program, const std::filesystem::path& folder, std::string_view config)
    : process_(command(program, folder, config, port_)) {
  const char* ready = std::string_view(program) == victoria_metrics ? "/health" : "/-/ready";
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (std::chrono::steady_clock::now() < until && !ask(ready).head.starts_with("HTTP/1.1 200"))
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

std::string MetricServer::place() const {
  return fmt::format("127.0.0.1:{}", port_);
}

Connection::Message MetricServer::ask(std::string_view target, std::string_view body) const {
  auto connection = Connection::to(port_);
  connection.send(fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                              body.empty() ? "GET" : "POST", target, place(), body.size()));
  connection.send(body);
  return connection.receive_message();
}

void MetricServer::import(std::string_view page, std::string_view label, double at) const {
  ask(fmt::format("/api/v1/import/prometheus?extra_label={}&timestamp={:.0f}", label, at * 1000), page);
}

}  // namespace foreshock::testkit
