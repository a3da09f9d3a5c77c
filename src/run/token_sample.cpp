// Tests: tests/run/token_sample_test.cpp.

#include "run/token_sample.h"

#include <algorithm>
#include <utility>

namespace ssdetect {

namespace {

using Notes = std::vector<const OutputNote*>;

bool is_counted(const Run& run, const OutputNote& note) { return run.requests[note.request].tokens_out >= 0; }

void scale(Run& run, const OutputNote& note, double tokens_per_byte) {
  Request& request = run.requests[note.request];
  request.tokens_out = static_cast<float>(tokens_per_byte * static_cast<double>(note.bytes));
  request.tokens_after_first = 0;
  request.token_source = TokenSource::scaled;
}

struct Counted {
  double tokens = 0, bytes = 0;
  bool any() const { return bytes > 0; }
};

// Puts the sample first, in the order of the keys; its end.
Notes::iterator draw(const Run& run, Notes& notes, std::size_t sample) {
  const auto counted = std::stable_partition(notes.begin(), notes.end(),
                                             [&](const OutputNote* note) { return is_counted(run, *note); });
  std::sort(notes.begin(), counted, [](const OutputNote* a, const OutputNote* b) { return a->key < b->key; });
  return notes.begin() +
         std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(sample), counted - notes.begin());
}

Counted sum_of(const Run& run, Notes::const_iterator from, Notes::const_iterator to) {
  Counted sum;
  for (auto note = from; note != to; ++note) {
    sum.tokens += run.requests[(*note)->request].tokens_out;
    sum.bytes += static_cast<double>((*note)->bytes);
  }
  return sum;
}

// The outputs of each super-pass that has any.
std::vector<Notes> by_super_pass(std::vector<OutputNote>& all, std::size_t superpass_size) {
  std::sort(all.begin(), all.end(),
            [](const OutputNote& a, const OutputNote& b) { return a.request < b.request; });
  std::vector<Notes> passes;
  std::size_t last = SIZE_MAX;
  for (const OutputNote& note : all) {
    if (std::exchange(last, note.request / superpass_size) != note.request / superpass_size)
      passes.emplace_back();
    passes.back().push_back(&note);
  }
  return passes;
}

}  // namespace

bool SampleDraw::takes(std::size_t request, std::uint64_t key) {
  const std::size_t block = request / block_;
  if (smallest_.size() <= block) smallest_.resize(block + 1);
  auto& kept = smallest_[block];
  if (kept.size() == sample_) {
    if (key >= kept.top()) return false;
    kept.pop();
  }
  kept.push(key);
  return true;
}

void apply_token_sample(Run& run, std::size_t superpass_size, std::size_t sample) {
  std::vector<Notes> passes = by_super_pass(run.output_notes, superpass_size);
  std::vector<Notes::iterator> ends;
  std::vector<Counted> sums;
  Counted whole;
  for (Notes& notes : passes) {
    ends.push_back(draw(run, notes, sample));
    sums.push_back(sum_of(run, notes.begin(), ends.back()));
    whole.tokens += sums.back().tokens;
    whole.bytes += sums.back().bytes;
  }
  if (!whole.any()) return;
  for (std::size_t i = 0; i < passes.size(); ++i) {
    const Counted& own = sums[i].any() ? sums[i] : whole;
    for (auto note = ends[i]; note != passes[i].end(); ++note) scale(run, **note, own.tokens / own.bytes);
  }
}

}  // namespace ssdetect
