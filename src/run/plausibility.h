// Do the numbers of a run hold together, or is one of them not what it is called?
//
// SPEC 14. Each doubt has its evidence, from what a run adds up to (run/tally), so a compacted run is judged
// like any other. A number that is in doubt is not reported: Run::value has none.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "measure.h"
#include "policy.h"
#include "units.h"

namespace ssdetect {

struct Run;
struct Tally;

struct Doubt {
  std::size_t requests = 0, of = 0;
};

// Two averages over the same requests.
struct ServerDoubt : Doubt {
  double of_server_ns = 0, stamped_ns = 0;
};

struct SurvivorDoubt {
  std::size_t without_first_token = 0, empty = 0, completed = 0;
};

struct Plausibility {
  std::optional<Doubt> duplicate_requests;  // issued again after they had completed
  std::optional<Doubt> order_suspect;  // far from their place in time, or none and tracking overlaps itself
  std::optional<Doubt> clocks_mixed;   // first tokens before their issue
  bool clocks_apart = false;           // ... or all responses longer after all issues than the run lasts
  std::optional<SurvivorDoubt> survivors_only;
  std::optional<ServerDoubt> server_tpot_disagrees;  // with the stamps
  std::optional<Doubt> ttft_not_first_token;         // the first chunk was no token
  // Of TPOT there is one doubt, the first that applies:
  std::optional<Doubt> not_streamed;      // everything in one chunk
  std::optional<Doubt> buffered_stream;   // decode times that are next to nothing of the latency
  std::optional<Doubt> tpot_implausible;  // faster than any model decodes
  bool tpot_has_no_gaps = false;          // not the first token, and the gaps after it are gone

  bool withholds(Quantity quantity) const;
  bool withholds_rates() const { return duplicate_requests.has_value(); }
  // Is the order of the requests that of their times, and are those of one clock?
  bool allows_windows() const { return !duplicate_requests && !order_suspect && !clocks_mixed; }
};

// Does the second chunk come so late after the first that the first was no token? nullopt: too few to tell.
std::optional<bool> is_first_gap_late(Nanos started, std::span<const Nanos> token_times);

Plausibility judge_plausibility(const Tally& all, const PlausibilityPolicy& policy);

// Judges a complete run. Where its first chunks were no tokens and the times of the others are known, the
// second one counts as the first token from now on, so that TPOT is over the gaps after it.
void doubt(Run& run, const PlausibilityPolicy& policy, std::size_t superpass_size);

}  // namespace ssdetect
