#pragma once
// How a dial is put into a request, in the language of the engine.
#include <string>
#include <string_view>

#include "mitigate/dials.h"

namespace foreshock::mitigate {

// The member of a request's JSON that sets DIAL on an engine of KIND (a backend's, as the configuration names
// it); empty: it takes none. llama.cpp's name for the draft length; its newer servers read the request and
// leave the field alone.
std::string_view field_of(Dial dial, std::string_view kind);

}  // namespace foreshock::mitigate
