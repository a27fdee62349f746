#pragma once
// GET and POST /dials of a replica without a story.
#include <functional>

#include "enginesim/fixed_dials.h"
#include "net/route.h"

namespace foreshock::enginesim {

// Which dials stand where, and how to put others in their place.
struct DialsSeat {
  const FixedDials& dials;
  const VirtualSpec& spec;
  std::function<void(FixedDials)> turn;
};

// {"dial": value} of each dial that is set; a POST brings such an object, where null takes a dial back, and
// turns all of its dials or, where one is wrong, none. Refused with 400 and 405; with 403 where it comes from
// another machine or from a page in a browser.
net::HttpReply dials_page(const net::HttpRequest& request, const DialsSeat& seat);

}  // namespace foreshock::enginesim
