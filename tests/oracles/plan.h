// What shall the log contain, and what will a detector have to find in it?
//
// A plan is a plain value; every field has a default that gives a steady closed-loop run. The same plan gives
// the same bytes on every machine. Durations and TPOT are in ns; shares and factors are ratios (0.05 is five
// percent).
#pragma once

#include <cstdint>
#include <vector>

#include "src/units.h"

namespace ssdetect::oracle {

enum class Load {
  closed_loop,  // `concurrency` requests at t = 0, the next one when one ends
  poisson,      // exponential gaps, `offered_per_s`
  offline,      // every request at t = 0
};

// Tokens of an output. The length belongs to the prompt: each pass over the dataset has the same lengths.
struct OutputLength {
  enum class Kind { fixed, uniform, lognormal } kind = Kind::fixed;
  std::int64_t median = 200;         // fixed: the length; lognormal: its median
  std::int64_t min = 2, max = 4096;  // uniform: both ends; lognormal: floor and cap
  double sigma = 0.5;                // lognormal: of log length; 1 is heavy-tailed
};

// From this super-pass (or this issue index) on, TPOT is steady × factor, until the next step.
struct Step {
  std::int64_t superpass = -1;
  std::int64_t request = -1;
  double factor = 1;
};

struct Blip {
  std::int64_t superpass = 0;
  double factor = 1;
};

// TPOT of a request = steady × ramp × drift × step × blip × last × noise of its super-pass × its own noise.
// All but the steps are constant inside a super-pass, so a super-pass has one planted level.
struct TpotShape {
  double steady_ns = 25e6;
  double ramp_start_factor =
      1;  // at issue index 0; linear to 1 at `ramp_requests`, taken in a super-pass's middle
  std::int64_t ramp_requests = 0;
  double drift_total = 0;          // 0.2: the last super-pass is 20 % above the first, linear between
  double drift_per_superpass = 0;  // 0.01: super-pass k is k % above the first
  std::vector<Step> steps{};       // in order
  std::vector<Blip> blips{};
  std::int64_t last_superpasses = 0;  // this many at the end ...
  double last_factor = 1;             // ... at this factor
  double superpass_cov = 0;           // white noise
  double request_cov = 0;             // white noise
};

// Prefill is one first-in-first-out queue; then a request waits for a decode slot, gets its first token on
// entering it, and decodes at its planted TPOT whatever the others do.
struct Server {
  Nanos ttft_base_ns = 100'000'000;       // network and scheduling, on top of the queue
  Nanos prefill_service_ns = 40'000'000;  // per request: the queue serves one every so often
  double prefill_cov = 0;
  std::int64_t decode_slots = 0;  // 0: no limit
};

enum class OutputText {
  none,        // data null, no count: TPOT cannot be known
  recorded,    // data null, "output_tokens" beside it
  counted,     // "output_tokens" and [first, rest] text
  first_rest,  // ["TextModelOutput", [first word, all other words]]: as many words as tokens
  chunks,      // one chunk a token
  plain,       // one string: not streamed
  reasoning,   // output a string, reasoning [first, rest]; together as many words as tokens
};

struct LogStyle {
  OutputText output = OutputText::recorded;
  bool prompt_text = false;       // the dataset's prompts, repeating with it; else null
  bool conversation_keys = true;  // older logs have neither conversation_id nor turn
  Nanos line_delay_ns = 0;  // > 0: lines other than `issued` come up to this late, so lines are not sorted
  std::int64_t warmup_requests = 0;  // issued before tracking starts; every second one ends inside it
  std::int64_t orphans = 0;          // events of samples never issued
  Nanos clock_origin_ns = 5'000'000'000'000;  // reading of the clock at the first tracked issue
};

struct Plan {
  std::uint64_t seed = 1;
  Load load = Load::closed_loop;
  std::int64_t concurrency = 16;
  Nanos fill_gap_ns = 10'000;  // between the issues of the opening burst
  double offered_per_s = 1;
  std::int64_t n_requests = 1500;   // passes × dataset_size, when whole passes are wanted
  std::int64_t dataset_size = 50;   // prompts; each pass is a permutation of them. 0: no prompt repeats
  std::int64_t superpass_size = 0;  // of the planted levels; 0: dataset_size
  OutputLength length;
  TpotShape tpot;
  Server server;
  double failed_share = 0;   // an error, half of them before the first token
  double retried_share = 0;  // issued again in flight, half of them after a first token
  std::int64_t turns =
      0;                 // > 0: agentic; conversations of this many turns, one after another for each client
  double cut_share = 0;  // > 0: the log ends when this share has been issued, in the middle of a line
  LogStyle log;

  std::int64_t planted_superpass_size() const {
    if (superpass_size > 0) return superpass_size;
    return dataset_size > 0 ? dataset_size : 50;
  }
};

// A log laid out directly: super-pass k has exactly the given TPOT percentiles (lower nearest rank), to ns
// rounding.
struct Series {
  std::vector<double> tpot_p50_ns{};
  std::vector<double> tpot_p90_ns{};  // empty: as p50, every request alike
  std::int64_t superpass_size = 50;   // at least 4 for two percentiles
  Nanos superpass_span_ns =
      60'000'000'000;  // first issue to the next super-pass's first; issues evenly spread
  std::int64_t tokens = 101;
  Nanos ttft_ns = 100'000'000;
};

}  // namespace ssdetect::oracle
