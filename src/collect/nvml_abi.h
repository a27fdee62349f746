#pragma once
// What NVIDIA's management library looks like to a caller, as far as nvml.cpp calls it.
// Source: nvml.h of NVML API version 12, as NVIDIA/go-nvml carries it (pkg/nvml/nvml.h); the handle of a
// device is a pointer. A released layout stays, with one exception that is known: a process of "_v3" takes 24
// bytes, in some drivers of 535 it takes 32 (XuehaiPan/nvitop #79, gpuopenanalytics/pynvml #48), so "_v2" is
// asked.

namespace foreshock::collect::nvml_abi {

using Return = int;  // nvmlReturn_t
using Device = void*;
inline constexpr Return success = 0, insufficient_size = 7, gpu_is_lost = 15;

struct Utilization {  // percent
  unsigned int gpu, memory;
};
struct Memory {  // bytes; used holds what the driver keeps for itself
  unsigned long long total, free, used;
};
struct Memory2 {  // bytes; whether used holds reserved depends on the driver
  unsigned int version;
  unsigned long long total, reserved, free, used;
};
inline constexpr unsigned int memory2_version = sizeof(Memory2) | 2U << 24U;
struct Process1 {  // of the calls without a version
  unsigned int pid;
  unsigned long long used;  // bytes; not_available where the driver does not tell
};
struct Process2 {  // of the calls "_v2"
  unsigned int pid;
  unsigned long long used;
  unsigned int gpu_instance, compute_instance;
};
inline constexpr unsigned long long not_available = ~0ULL;
static_assert(sizeof(Utilization) == 8 && sizeof(Memory) == 24 && sizeof(Memory2) == 40);
static_assert(sizeof(Process1) == 16 && sizeof(Process2) == 24);

inline constexpr int clock_sm = 1;            // NVML_CLOCK_SM; MHz
inline constexpr int temperature_gpu = 0;     // NVML_TEMPERATURE_GPU; °C
inline constexpr int error_uncorrected = 1;   // NVML_MEMORY_ERROR_TYPE_UNCORRECTED
inline constexpr int counted_since_load = 0;  // NVML_VOLATILE_ECC: since the driver was loaded
// nvmlClocksEventReason…: slowed by the hardware, by heat (as software and as hardware see it), by the power
// supply. A power cap (4) is no fault: a busy device runs at it.
inline constexpr unsigned long long slowed = 0x08 | 0x20 | 0x40 | 0x80;

}  // namespace foreshock::collect::nvml_abi
