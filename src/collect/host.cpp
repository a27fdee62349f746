#include "collect/host.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "collect/kernel_text.h"

namespace foreshock::collect {

Host::Host(std::string root) : root_(std::move(root)), cgroup_(root_, "self") {}

// "cpu user nice system idle iowait irq softirq steal guest guest_nice": user holds guest, nice holds
// guest_nice.
void Host::read_processors(HostReading& out) {
  const auto text = read_kernel_file(root_ + "/proc/stat");
  if (!text) return;
  constexpr size_t idle = 4, iowait = 5, steal = 8;
  double all = 0, idles = 0;
  size_t processors = 0;
  for_each_line(*text, [&](std::string_view line) {
    if (!line.starts_with("cpu")) return;
    const auto words = words_of(line);
    if (words.front() != "cpu") {
      ++processors;
      return;
    }
    for (size_t i = 1; i < words.size() && i <= steal; ++i) {
      const double ticks = number_of(words[i]).value_or(0);
      all += ticks;
      if (i == idle || i == iowait) idles += ticks;
    }
  });
  const double busy = all - idles, grown = all - all_;
  if (busy_ >= 0 && grown > 0) out.cpu = std::clamp((busy - busy_) / grown, 0.0, 1.0);
  busy_ = busy;
  all_ = all;
  const auto load = read_kernel_file(root_ + "/proc/loadavg");
  const auto words = words_of(load ? *load : std::string_view());
  if (words.empty() || processors == 0) return;
  if (const auto mean = number_of(words.front())) out.load = *mean / static_cast<double>(processors);
}

std::optional<double> Host::memory() const {
  const auto text = read_kernel_file(root_ + "/proc/meminfo");
  if (!text) return std::nullopt;
  const auto total = number_after("MemTotal:", *text), available = number_after("MemAvailable:", *text);
  if (!total || !available || *total <= 0) return std::nullopt;
  return 1 - *available / *total;
}

// "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345"
std::optional<double> Host::pressure(const char* what, double& total, double elapsed) const {
  const auto text = read_kernel_file(fmt::format("{}/proc/pressure/{}", root_, what));
  const size_t at = text ? text->find("total=") : std::string::npos;
  if (at == std::string::npos || !text->starts_with("some ")) return std::nullopt;
  const auto words = words_of(std::string_view(*text).substr(at + 6));
  const auto now = words.empty() ? std::nullopt : number_of(words.front());
  if (!now) return std::nullopt;
  const double before = std::exchange(total, *now);
  if (before < 0 || elapsed <= 0 || *now < before) return std::nullopt;
  return std::min(1.0, (*now - before) * 1e-6 / elapsed);
}

HostReading Host::read(Instant now) {
  const double elapsed = seconds(now - last_at_);
  HostReading out;
  read_processors(out);
  out.memory = memory();
  out.cpu_pressure = pressure("cpu", waited_[0], elapsed);
  out.memory_pressure = pressure("memory", waited_[1], elapsed);
  out.io_pressure = pressure("io", waited_[2], elapsed);
  out.cgroup = cgroup_.read(now);
  last_at_ = now;
  return out;
}

}  // namespace foreshock::collect
