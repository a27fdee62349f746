// Built twice: as a library of today, and with NVML_STUB_OLD as one of a driver before 510. It writes its
// layouts down by itself, from the same source as nvml_abi.h, so that a slip in one of the two shows.
#include "collect/nvml_stub/nvml_stub.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace nvml_stub_impl {

StubNvml stub;

int answer_of(const StubDevice* device, int own = 0) {
  return device->answer != 0 ? device->answer : own;
}
int give_text(const char* text, char* out, unsigned int size) {
  if (std::strlen(text) >= size) return 7;
  std::strcpy(out, text);
  return 0;
}
template <class Value>
int give(const StubDevice* device, Value value, Value* out, int own = 0) {
  const int answer = answer_of(device, own);
  if (answer == 0) *out = value;
  return answer;
}
// SIZE: of an entry; a pid stands at its begin, the memory 8 bytes on.
int give_processes(const StubDevice* device, unsigned int* count, void* out, size_t size) {
  if (const int answer = answer_of(device, device->processes_answer); answer != 0) return answer;
  const bool fits = device->processes <= *count;
  *count = device->processes;
  if (!fits) return 7;
  auto* at = static_cast<unsigned char*>(out);
  for (unsigned int i = 0; i < device->processes; ++i, at += size) {
    std::memset(at, 0xff, size);
    std::memcpy(at, &device->pids[i], 4);
    std::memcpy(at + 8, &device->memory[i], 8);
  }
  return 0;
}

// For a program that cannot set them: busy devices of 80 GiB, 70 of them in use.
void show(unsigned int count) {
  stub.count = count < stub.devices.size() ? count : static_cast<unsigned int>(stub.devices.size());
  for (StubDevice& device : stub.devices) {
    device.busy = 95;
    device.clock = device.highest_clock = 1980;
    device.total = 80ULL << 30;
    device.free = 10ULL << 30;
  }
}

}  // namespace nvml_stub_impl

using nvml_stub_impl::stub;

extern "C" {

StubNvml* foreshock_nvml_stub() {
  return &stub;
}

int nvmlInit_v2() {
  if (const char* count = std::getenv("FORESHOCK_NVML_STUB_DEVICES"); count != nullptr)
    nvml_stub_impl::show(static_cast<unsigned int>(std::atoi(count)));
  if (stub.init_answer == 0) ++stub.started;
  return stub.init_answer;
}
int nvmlShutdown() {
  --stub.started;
  return 0;
}
const char* nvmlErrorString(int answer) {
  return answer == 9 ? "Driver Not Loaded" : "Unknown Error";
}
int nvmlDeviceGetCount_v2(unsigned int* count) {
  *count = stub.count;
  return 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned int index, StubDevice** device) {
  if (index >= stub.count) return 2;
  *device = &stub.devices[index];
  return 0;
}
int nvmlDeviceGetName(StubDevice* device, char* out, unsigned int size) {
  const int answer = nvml_stub_impl::answer_of(device);
  return answer != 0 ? answer : nvml_stub_impl::give_text("Stub 80GB", out, size);
}
int nvmlDeviceGetUUID(StubDevice* device, char* out, unsigned int size) {
  const char* uuid = device == &stub.devices[0] ? "GPU-0" : "GPU-1";
  const int answer = nvml_stub_impl::answer_of(device);
  return answer != 0 ? answer : nvml_stub_impl::give_text(uuid, out, size);
}
int nvmlDeviceGetMemoryInfo(StubDevice* device, uint64_t* out) {  // total, free, used
  const uint64_t used = device->total - device->free;
  const uint64_t values[] = {device->total, device->free, used};
  const int answer = nvml_stub_impl::answer_of(device);
  if (answer == 0) std::memcpy(out, values, sizeof(values));
  return answer;
}
int nvmlDeviceGetUtilizationRates(StubDevice* device, unsigned int* out) {  // device, its memory
  const int answer = nvml_stub_impl::answer_of(device, device->utilization_answer);
  if (answer == 0) out[0] = device->busy, out[1] = device->memory_busy;
  return answer;
}
int nvmlDeviceGetClockInfo(StubDevice* device, int type, unsigned int* out) {
  return type == 1 ? nvml_stub_impl::give(device, device->clock, out) : 2;
}
int nvmlDeviceGetMaxClockInfo(StubDevice* device, int type, unsigned int* out) {
  return type == 1 ? nvml_stub_impl::give(device, device->highest_clock, out) : 2;
}
int nvmlDeviceGetPowerUsage(StubDevice* device, unsigned int* out) {
  return nvml_stub_impl::give(device, device->milliwatts, out);
}
int nvmlDeviceGetCurrentClocksThrottleReasons(StubDevice* device, unsigned long long* out) {
  return nvml_stub_impl::give(device, device->reasons, out);
}
int nvmlDeviceGetTotalEccErrors(StubDevice* device, int type, int counter, unsigned long long* out) {
  return type == 1 && counter == 0 ? nvml_stub_impl::give(device, device->errors, out, device->ecc_answer)
                                   : 2;
}
int nvmlDeviceGetComputeRunningProcesses(StubDevice* device, unsigned int* count, void* out) {
  return nvml_stub_impl::give_processes(device, count, out, 16);
}

#ifndef NVML_STUB_OLD
int nvmlDeviceGetMemoryInfo_v2(StubDevice* device, uint64_t* out) {  // version, total, reserved, free, used
  if (static_cast<uint32_t>(out[0]) != 0x2000028) return 25;
  const uint64_t used = device->total - device->free - device->reserved;
  const uint64_t values[] = {out[0], device->total, device->reserved, device->free, used};
  const int answer = nvml_stub_impl::answer_of(device);
  if (answer == 0) std::memcpy(out, values, sizeof(values));
  return answer;
}
int nvmlDeviceGetTemperature(StubDevice* device, int sensor, unsigned int* out) {
  return sensor == 0 ? nvml_stub_impl::give(device, device->celsius, out) : 2;
}
int nvmlDeviceGetCurrentClocksEventReasons(StubDevice* device, unsigned long long* out) {
  return nvml_stub_impl::give(device, device->reasons, out);
}
int nvmlDeviceGetComputeRunningProcesses_v2(StubDevice* device, unsigned int* count, void* out) {
  return nvml_stub_impl::give_processes(device, count, out, 24);
}
#endif

}  // extern "C"
