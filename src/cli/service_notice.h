#pragma once
// What a service manager is told of the state of this process, as sd_notify(3) of systemd does it.
#include <string>
#include <string_view>

namespace foreshock::cli {

// One datagram to the socket that NOTIFY_SOCKET names; nothing where there is none. Never waits.
void tell_service_manager(std::string_view state);
// RELOADING=1, with the time that a service of Type=notify-reload has to tell.
std::string reloading_notice();

}  // namespace foreshock::cli
