// A closed loop issues a request as soon as one ends, so its rate is the server's: between two stages in
// which issues follow ends no change of the rate is a change of load. Tests:
// tests/formats/load_stages_test.cpp.
#include "formats/load_stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "stats/arrival_rates.h"
#include "stats/moments.h"

namespace ssdetect {
namespace {

using Lifetimes = std::span<const Lifetime>;

constexpr Seconds kLongestHandOver = 0.025;  // from an end to the next issue, in the client
constexpr double kFollows = 0.25;  // of the gap between issues, median: sooner after an end is no chance
constexpr std::size_t kLeastOfLoop = 20;  // requests of a stage of one
constexpr Ratio kLevelChange = 0.10;      // of the number in flight (SPEC 7.9)

double gap_s(Nanos from, Nanos to) { return to_seconds(elapsed(from, to)); }

// How many are in flight at each issue, itself included, and how long ago the last end was.
struct Issues {
  std::vector<double> in_flight, since_end_s, gaps_s;
};

Issues issues_of(Lifetimes requests) {
  Issues found;
  std::vector<Nanos> ends;
  for (const Lifetime& request : requests) ends.push_back(request.end);
  std::sort(ends.begin(), ends.end());
  std::size_t ended = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const Nanos at = requests[i].start;
    while (ended < ends.size() && ends[ended] <= at) ++ended;
    found.in_flight.push_back(static_cast<double>(i + 1 - std::min(ended, i)));
    if (ended > 0) found.since_end_s.push_back(gap_s(ends[ended - 1], at));
    if (i > 0) found.gaps_s.push_back(gap_s(requests[i - 1].start, at));
  }
  return found;
}

bool follows_ends(const Issues& issues) {
  const auto since = median(issues.since_end_s), gap = median(issues.gaps_s);
  return since && gap && *since < std::min(kLongestHandOver, kFollows * *gap);
}

// One edge more than there are cuts on either side.
std::vector<std::size_t> edges_of(const std::vector<std::size_t>& cuts, std::size_t size) {
  std::vector<std::size_t> edges{0};
  edges.insert(edges.end(), cuts.begin(), cuts.end());
  edges.push_back(size);
  return edges;
}

Lifetimes between(Lifetimes all, std::size_t begin, std::size_t end) {
  return all.subspan(begin, end - begin);
}

// Nobody is in flight before these are issued.
std::vector<std::size_t> drains(Lifetimes requests) {
  std::vector<std::size_t> found;
  Nanos last = requests.front().end;
  for (std::size_t i = 1; i < requests.size(); ++i) {
    if (last < requests[i].start) found.push_back(i);
    last = std::max(last, requests[i].end);
  }
  return found;
}

double peak(Lifetimes requests) {
  const auto in_flight = issues_of(requests).in_flight;
  return *std::max_element(in_flight.begin(), in_flight.end());
}

// A loop that drains and goes on with another number in flight.
std::vector<std::size_t> level_changes(Lifetimes requests) {
  std::vector<std::size_t> found;
  std::size_t begin = 0;
  const auto edges = edges_of(drains(requests), requests.size());
  for (std::size_t i = 1; i + 1 < edges.size(); ++i) {
    if (edges[i] - begin < kLeastOfLoop || edges[i + 1] - edges[i] < kLeastOfLoop) continue;
    const double before = peak(between(requests, begin, edges[i]));
    const double after = peak(between(requests, edges[i], edges[i + 1]));
    if (std::abs(after - before) < kLevelChange * before) continue;
    found.push_back(edges[i]);
    begin = edges[i];
  }
  return found;
}

std::vector<std::size_t> load_changes(Lifetimes requests) {
  const Issues all = issues_of(requests);
  if (follows_ends(all)) return level_changes(requests);
  auto cuts = rate_changes(all.gaps_s);
  const auto edges = edges_of(cuts, requests.size());
  const auto is_loop = [&](std::size_t edge) {
    return follows_ends(issues_of(between(requests, edges[edge], edges[edge + 1])));
  };
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < cuts.size(); ++i)
    if (!is_loop(i) || !is_loop(i + 1)) found.push_back(cuts[i]);
  return found;
}

// The numbers of requests that the client gives, if they are those of the list.
std::optional<std::vector<std::size_t>> cuts_by(const std::vector<LoadStage>& stages, std::size_t requests) {
  std::vector<std::size_t> cuts;
  std::size_t sum = 0;
  for (const LoadStage& stage : stages) {
    if (stage.requests.value_or(0) == 0) return std::nullopt;
    cuts.push_back(sum += *stage.requests);
  }
  if (stages.size() < 2 || sum != requests) return std::nullopt;
  cuts.pop_back();
  return cuts;
}

LoadStage measured(Lifetimes requests) {
  LoadStage stage;
  stage.requests = requests.size();
  stage.duration_s = gap_s(requests.front().start, requests.back().start);
  const Issues issues = issues_of(requests);
  if (follows_ends(issues))
    stage.concurrency = peak(requests);
  else if (*stage.duration_s > 0)
    stage.rate = static_cast<double>(requests.size() - 1) / *stage.duration_s;
  return stage;
}

std::string label_of(const StageOfRun& stage) {
  std::string text = fmt::format("stage {}", stage.index);
  if (stage.load.concurrency) text += fmt::format(" concurrency {:.6g}", *stage.load.concurrency);
  if (stage.load.rate) text += fmt::format(" {:.{}g}/s", *stage.load.rate, stage.by_issue_times ? 3 : 6);
  return stage.by_issue_times ? text + " measured" : text;
}

ClientSettings settings_of(const StageOfRun& stage, ClientSettings settings) {
  settings.stages.clear();
  settings.stage = stage;
  if (stage.by_issue_times) return settings;
  settings.offered_rate = stage.load.rate;
  settings.target_concurrency = stage.load.concurrency;
  return settings;
}

bool may_be_staged(const ClientSettings& settings) {
  return settings.stages.size() > 1 || !(settings.offered_rate || settings.target_concurrency);
}

}  // namespace

void replay_stages(Records& records, EventSink& sink, const ClientSettings& settings) {
  const std::vector<Lifetime> requests = records.lifetimes();
  const auto told = cuts_by(settings.stages, requests.size());
  std::vector<std::size_t> cuts;
  if (told)
    cuts = *told;
  else if (may_be_staged(settings))
    cuts = load_changes(requests);
  const auto edges = edges_of(cuts, requests.size());
  const bool are_named = told || (edges.size() == settings.stages.size() + 1);
  records.replay(sink, cuts, [&](std::size_t i) {
    if (cuts.empty()) return sink.on_settings(settings);
    const LoadStage load =
        are_named ? settings.stages[i] : measured(between(requests, edges[i], edges[i + 1]));
    const StageOfRun stage{i, cuts.size() + 1, !are_named, load};
    sink.on_run(label_of(stage));
    sink.on_settings(settings_of(stage, settings));
  });
}

}  // namespace ssdetect
