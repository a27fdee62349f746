// The demo of a process that plays one.
#include "console/api.h"
#include "console/audit_note.h"
#include "console/dial_values.h"
#include "wire/json_body.h"

namespace foreshock::console {
namespace demo_answer_impl {

Result<std::string> answer(const ConsoleSources& sources, const net::HttpRequest& request,
                           std::string_view deed, void (DemoSwitch::*what)()) {
  FORESHOCK_CHECK(wire::read_json_body(request.body, {}));
  if (sources.demo == nullptr)
    return fail(Code::not_found, "this service plays no demo", "Start one with foreshock demo --wait.");
  (sources.demo->*what)();
  if (sources.deeds != nullptr)
    sources.deeds->append(
        audit_note(sources.clock.now(), deed, who_asks(request, std::nullopt), request.peer));
  return to_text(Json::object());
}

}  // namespace demo_answer_impl

Result<std::string> begin_demo_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  return demo_answer_impl::answer(sources, request, "demo_begin", &DemoSwitch::begin);
}

Result<std::string> reset_demo_answer(const ConsoleSources& sources, const net::HttpRequest& request) {
  return demo_answer_impl::answer(sources, request, "demo_reset", &DemoSwitch::reset);
}

}  // namespace foreshock::console
