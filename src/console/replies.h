#pragma once
// Answers of the console besides JSON of the API.
#include <string>

#include "core/error.h"
#include "net/route.h"

namespace foreshock::console {

net::HttpReply not_cached(net::HttpReply reply);
net::HttpReply text_reply(int status, std::string text);
// In the shape of the API. With 401 it says how to come in, with 429 when to come back.
net::HttpReply refusal(const Error& error);

// ROUTE with the headers that each answer carries, good or bad: the page takes nothing of other origins,
// stands in no frame, and tells no other site where it was.
net::Route guarded(net::Route route);

}  // namespace foreshock::console
