// When did the requests of a closed loop start, where the client did not write it down?
//
// The clients hold a first-in-first-out semaphore of C around each request and write the requests in the
// order of their creation: C start at once, each further one a hand-over after the earliest end of an active
// one (SPEC 11.2). The run's own duration is the check: the last end must come just before it, and the
// hand-over is the constant that makes it come then.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "input/client_settings.h"
#include "units.h"

namespace ssdetect {

// In seconds.
using Latencies = std::vector<double>;
using Starts = std::vector<double>;

Starts closed_loop_starts(const Latencies& latencies, std::size_t concurrency, Seconds hand_over_s);

struct StartTimes {
  std::string refusal;  // why there are none, in words; empty: there are
  Starts starts_s;
  ReconstructedStarts how;
};

// `latencies`: positive, of one request at least. `concurrency`: absent, all at once; else 1 or more.
StartTimes reconstruct_starts(const Latencies& latencies, std::optional<std::size_t> concurrency,
                              Seconds duration_s);

// The most tokens (or chunks) in one of the seconds counted from the first start, which is how the clients
// find it. `token_times_s`: by request, since its start.
double peak_per_second(const Starts& starts_s, const std::vector<std::vector<double>>& token_times_s);

// Is the peak of reconstructed starts that of the file?
bool peaks_agree(double reconstructed, double of_file);

}  // namespace ssdetect
