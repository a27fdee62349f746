#pragma once
// One function a path of the JSON API: the answer, or the error that says which parameter is bad.
#include <string>

#include "console/console.h"
#include "core/result.h"

namespace foreshock::console {

using Answer = Result<std::string> (*)(const ConsoleSources& sources, const net::HttpRequest& request);

Result<std::string> status_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> signals_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> series_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> observations_answer(const ConsoleSources& sources, const net::HttpRequest& request);
// Tokens by day, key and model.
Result<std::string> ledger_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> strata_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> heatmap_answer(const ConsoleSources& sources, const net::HttpRequest& request);

// What the loop made: a kind, by the end of the path, and one by its id.
Result<std::string> nouns_answer(const ConsoleSources& sources, const net::HttpRequest& request);
// What is known of each kind of cause.
Result<std::string> causes_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> noun_answer(const ConsoleSources& sources, const net::HttpRequest& request);

// Dials and suggested actions; docs/api.md.
Result<std::string> dials_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> set_dial_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> undo_dial_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> release_dials_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> pending_actions_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> approve_action_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> decline_action_answer(const ConsoleSources& sources, const net::HttpRequest& request);
// Who turned what.
Result<std::string> audit_answer(const ConsoleSources& sources, const net::HttpRequest& request);

// Which engine each backend is, what it can be told, and what it was told; docs/api.md.
Result<std::string> engines_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> engine_act_answer(const ConsoleSources& sources, const net::HttpRequest& request);
// What is read many times a second, and the requests that were in flight then.
Result<std::string> samples_answer(const ConsoleSources& sources, const net::HttpRequest& request);

// The demo.
Result<std::string> begin_demo_answer(const ConsoleSources& sources, const net::HttpRequest& request);
Result<std::string> reset_demo_answer(const ConsoleSources& sources, const net::HttpRequest& request);

}  // namespace foreshock::console
