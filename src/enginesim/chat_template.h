#pragma once
// A list of messages as the one text that the model reads.
#include <string>

#include "enginesim/request_fields.h"
#include "enginesim/scripts.h"

namespace foreshock::enginesim {

struct Conversation {
  std::string text;
  std::string question;                // the last user message, or all of the text
  Scripts scripts;                     // of the messages
  bool ends_with_tool_result = false;  // to be answered in words
};

// Tools stand first, then each message behind its role; the text ends where the answer begins, so that with
// the answer it is a prefix of the next turn. Errors go to FIELDS.
Conversation render_chat(const nlohmann::json& messages, const nlohmann::json* tools, RequestFields& fields);

}  // namespace foreshock::enginesim
