#pragma once
// What a thread is called in top -H, a debugger and /proc.
#include <pthread.h>

namespace foreshock {

// Of the calling thread; at most 15 bytes, a longer name is not taken. Cost: one system call.
inline void name_this_thread(const char* name) {
  pthread_setname_np(pthread_self(), name);
}

}  // namespace foreshock
