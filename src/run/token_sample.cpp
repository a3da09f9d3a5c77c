// Tests: tests/run/token_sample_test.cpp.

#include "run/token_sample.h"

#include <algorithm>

namespace ssdetect {

namespace {

using Notes = std::vector<const OutputNote*>;

bool is_counted(const Run& run, const OutputNote& note) { return run.requests[note.request].tokens_out >= 0; }

void scale(Run& run, const OutputNote& note, double tokens_per_byte) {
  Request& request = run.requests[note.request];
  request.tokens_out = tokens_per_byte * static_cast<double>(note.bytes);
  request.tokens_after_first = 0;
  request.token_source = TokenSource::scaled;
}

void apply_to_super_pass(Run& run, Notes notes, std::size_t sample) {
  const auto counted = std::stable_partition(notes.begin(), notes.end(),
                                             [&](const OutputNote* note) { return is_counted(run, *note); });
  std::sort(notes.begin(), counted, [](const OutputNote* a, const OutputNote* b) { return a->key < b->key; });
  const auto kept =
      notes.begin() + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(sample), counted - notes.begin());
  double tokens = 0, bytes = 0;
  for (auto note = notes.begin(); note != kept; ++note) {
    tokens += run.requests[(*note)->request].tokens_out;
    bytes += static_cast<double>((*note)->bytes);
  }
  if (bytes == 0) return;
  for (auto note = kept; note != notes.end(); ++note) scale(run, **note, tokens / bytes);
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
  std::vector<OutputNote>& all = run.output_notes;
  std::sort(all.begin(), all.end(),
            [](const OutputNote& a, const OutputNote& b) { return a.request < b.request; });
  for (auto from = all.begin(); from != all.end();) {
    const std::size_t super_pass = from->request / superpass_size;
    Notes notes;
    auto to = from;
    for (; to != all.end() && to->request / superpass_size == super_pass; ++to) notes.push_back(&*to);
    apply_to_super_pass(run, std::move(notes), sample);
    from = to;
  }
}

}  // namespace ssdetect
