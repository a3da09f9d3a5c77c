// Which stages of load does a list of requests hold, one after another?
//
// Each is a run of its own: a change of load is no change of the server (SPEC 7.9). The client's settings say
// how many requests each stage had; where they do not, or the list holds other numbers, the issue times tell:
// in an open loop the rate changes, a closed one drains before its number in flight changes.
#pragma once

#include "formats/records.h"
#include "input/client_settings.h"

namespace ssdetect {

// Delivers all of `records`, which are not empty, stage by stage. `settings` as far as they are known.
void replay_stages(Records& records, EventSink& sink, const ClientSettings& settings);

}  // namespace ssdetect
