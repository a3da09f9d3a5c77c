// make-log: prints a planted log on stdout. `make-log --help` lists the flags; each is one row of the table
// below.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracles/generator.h"

namespace {

using namespace ssdetect::oracle;

struct Options {
  std::string scenario = "steady", format = "events", truth_file, shape;
  double gigabytes = 0.1, series_tpot_ms = 20, series_span_s = 60, series_cov = 0.01;
  std::int64_t series_superpasses = 0, series_superpass_size = 50;
  std::vector<double> series_ns;
  std::uint64_t seed = 1;
  bool seeded = false, help = false;
  AiperfStyle aiperf;
  std::vector<std::function<void(Plan&)>> changes;  // on top of the scenario, in the order of the flags
};

struct Flag {
  const char* name;
  const char* value;  // nullptr: takes none
  const char* help;
  std::function<void(Options&, const std::string&)> apply;
};

double to_real(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') throw std::invalid_argument("'" + text + "' is not a number");
  return value;
}

std::int64_t to_whole(const std::string& text) { return static_cast<std::int64_t>(to_real(text)); }

OutputText to_output(const std::string& name) {
  const std::pair<const char*, OutputText> kNames[] = {
      {"none", OutputText::none},          {"recorded", OutputText::recorded},
      {"counted", OutputText::counted},    {"text", OutputText::first_rest},
      {"chunks", OutputText::chunks},      {"plain", OutputText::plain},
      {"reasoning", OutputText::reasoning}};
  for (const auto& [known, output] : kNames) {
    if (name == known) return output;
  }
  throw std::invalid_argument("unknown output '" + name + "'");
}

std::vector<double> to_series_ns(const std::string& list) {
  std::vector<double> series_ns;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    series_ns.push_back(to_real(list.substr(at, comma - at)) * 1e6);
    at = comma + 1;
  }
  return series_ns;
}

// A flag that changes one number of the plan.
template <class Set>
std::function<void(Options&, const std::string&)> plan_number(Set set) {
  return [set](Options& options, const std::string& text) {
    const double value = to_real(text);
    options.changes.push_back([set, value](Plan& plan) { set(plan, value); });
  };
}

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

void set_load(Options& options, const std::string& text) {
  const Load load = text == "poisson" ? Load::poisson : text == "offline" ? Load::offline : Load::closed_loop;
  if (load == Load::closed_loop && text != "closed")
    throw std::invalid_argument("unknown load '" + text + "'");
  options.changes.push_back([load](Plan& plan) { plan.load = load; });
}

void set_output(Options& options, const std::string& text) {
  options.changes.push_back([output = to_output(text)](Plan& plan) { plan.log.output = output; });
}

void set_prompts(Options& options, const std::string& text) {
  if (text != "text" && text != "null") throw std::invalid_argument("--prompts takes text or null");
  options.changes.push_back([shown = text == "text"](Plan& plan) { plan.log.prompt_text = shown; });
}

// One row a flag.
// clang-format off
const std::vector<Flag>& flags() {
  static const std::vector<Flag> all = {
      {"--scenario", "NAME", "a named plan, listed below (default: steady)", [](Options& o, const std::string& v) { o.scenario = v; }},
      {"--shape", "counts|text|chunks", "a benchmark log of --gigabytes instead", [](Options& o, const std::string& v) { o.shape = v; }},
      {"--gigabytes", "G", "about so many 1e9 bytes (0.1)", [](Options& o, const std::string& v) { o.gigabytes = to_real(v); }},
      {"--series", "MS,MS,...", "a log whose super-passes have exactly these TPOT p50", [](Options& o, const std::string& v) { o.series_ns = to_series_ns(v); }},
      {"--series-superpasses", "N", "such a series of N noisy values instead", [](Options& o, const std::string& v) { o.series_superpasses = to_whole(v); }},
      {"--series-tpot-ms", "MS", "around this level (20)", [](Options& o, const std::string& v) { o.series_tpot_ms = to_real(v); }},
      {"--series-cov", "RATIO", "with this noise (0.01)", [](Options& o, const std::string& v) { o.series_cov = to_real(v); }},
      {"--series-size", "N", "samples of a super-pass of the series (50)", [](Options& o, const std::string& v) { o.series_superpass_size = to_whole(v); }},
      {"--series-span", "S", "offered span of a super-pass of the series (60)", [](Options& o, const std::string& v) { o.series_span_s = to_real(v); }},
      {"--seed", "N", "of everything random (1)", [](Options& o, const std::string& v) { o.seed = static_cast<std::uint64_t>(to_whole(v)), o.seeded = true; }},
      {"--format", "events|aiperf|aiperf-old", "which file (events)", [](Options& o, const std::string& v) { o.format = v; }},
      {"--inter-chunk-latency", nullptr, "AIPerf: write the gaps, too", [](Options& o, const std::string&) { o.aiperf.inter_chunk_latency = true; }},
      {"--truth", "FILE", "write what was planted as JSON", [](Options& o, const std::string& v) { o.truth_file = v; }},
      {"--load", "closed|poisson|offline", "how requests are issued", set_load},
      {"--requests", "N", "tracked requests", plan_number([](Plan& p, double v) { p.n_requests = whole(v); })},
      {"--dataset-size", "N", "prompts; 0: none repeats", plan_number([](Plan& p, double v) { p.dataset_size = whole(v); })},
      {"--superpass-size", "N", "of the planted levels", plan_number([](Plan& p, double v) { p.superpass_size = whole(v); })},
      {"--concurrency", "N", "clients of the closed loop", plan_number([](Plan& p, double v) { p.concurrency = whole(v); })},
      {"--rate", "R", "poisson: requests a second", plan_number([](Plan& p, double v) { p.offered_per_s = v; })},
      {"--slots", "N", "decode slots of the server; 0: no limit", plan_number([](Plan& p, double v) { p.server.decode_slots = whole(v); })},
      {"--tpot-ms", "MS", "steady TPOT", plan_number([](Plan& p, double v) { p.tpot.steady_ns = v * 1e6; })},
      {"--tokens", "N", "output length, every request alike", plan_number([](Plan& p, double v) { p.length = {.median = whole(v)}; })},
      {"--drift", "RATIO", "TPOT change over the run", plan_number([](Plan& p, double v) { p.tpot.drift_total = v; })},
      {"--superpass-cov", "RATIO", "noise of the super-pass levels", plan_number([](Plan& p, double v) { p.tpot.superpass_cov = v; })},
      {"--request-cov", "RATIO", "noise of each request's TPOT", plan_number([](Plan& p, double v) { p.tpot.request_cov = v; })},
      {"--failed", "SHARE", "failing requests", plan_number([](Plan& p, double v) { p.failed_share = v; })},
      {"--retried", "SHARE", "requests issued again in flight", plan_number([](Plan& p, double v) { p.retried_share = v; })},
      {"--turns", "N", "turns of a conversation; 0: no conversations", plan_number([](Plan& p, double v) { p.turns = whole(v); })},
      {"--cut", "SHARE", "end the log, torn, when this share is issued", plan_number([](Plan& p, double v) { p.cut_share = v; })},
      {"--output", "KIND", "none, recorded, counted, text, chunks, plain or reasoning", set_output},
      {"--prompts", "text|null", "whether the prompts are in the log", set_prompts},
      {"--warmup-requests", "N", "untracked requests before tracking", plan_number([](Plan& p, double v) { p.log.warmup_requests = whole(v); })},
      {"--orphans", "N", "events of samples never issued", plan_number([](Plan& p, double v) { p.log.orphans = whole(v); })},
      {"--line-delay-ms", "MS", "lines come up to this late: not sorted by time", plan_number([](Plan& p, double v) { p.log.line_delay_ns = whole(v * 1e6); })},
      {"--old-keys", nullptr, "neither conversation_id nor turn", [](Options& o, const std::string&) { o.changes.push_back([](Plan& p) { p.log.conversation_keys = false; }); }},
      {"--help", nullptr, "this list", [](Options& o, const std::string&) { o.help = true; }},
  };
  return all;
}
// clang-format on

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i], name = argument.substr(0, argument.find('='));
    const Flag* flag = nullptr;
    for (const Flag& candidate : flags()) flag = name == candidate.name ? &candidate : flag;
    if (flag == nullptr) throw std::invalid_argument("unknown flag '" + name + "'; try --help");
    std::string value;
    if (flag->value != nullptr) {
      const bool joined = name.size() < argument.size();
      if (!joined && ++i == argc) throw std::invalid_argument(name + " needs a value");
      value = joined ? argument.substr(name.size() + 1) : argv[i];
    }
    flag->apply(options, value);
  }
  return options;
}

void print_help() {
  std::puts("usage: make-log [FLAG...]\nPrints the event log of a benchmark run with a known truth.\n");
  for (const Flag& flag : flags()) {
    const std::string left = std::string(flag.name) + (flag.value ? std::string(" ") + flag.value : "");
    std::printf("  %-34s %s\n", left.c_str(), flag.help);
  }
  std::puts("\nscenarios:");
  for (const Scenario& each : scenarios()) {
    std::printf("  %-18s %s\n", std::string(each.name).c_str(), std::string(each.description).c_str());
  }
}

Plan make_plan(const Options& options) {
  if (!options.shape.empty()) {
    const OutputText text = to_output(options.shape == "counts" ? "counted" : options.shape);
    return bench_plan(text, static_cast<std::int64_t>(options.gigabytes * 1e9), options.seed);
  }
  const auto plan = scenario(options.scenario);
  if (!plan) throw std::invalid_argument("unknown scenario '" + options.scenario + "'; --help lists them");
  return *plan;
}

void check(const Plan& plan) {
  if (plan.n_requests < 1 || plan.concurrency < 1)
    throw std::invalid_argument("needs a request and a client");
  if (!(plan.offered_per_s > 0)) throw std::invalid_argument("--rate must be positive");
  if (!(plan.tpot.steady_ns > 0)) throw std::invalid_argument("--tpot-ms must be positive");
  if (plan.length.median < 1) throw std::invalid_argument("--tokens must be positive");
}

Simulation make_run(const Options& options) {
  Plan plan = make_plan(options);
  if (options.seeded) plan.seed = options.seed;
  for (const auto& change : options.changes) change(plan);
  check(plan);
  if (options.series_ns.empty() && options.series_superpasses == 0) return simulate(plan);
  if (options.series_superpass_size < 1) throw std::invalid_argument("--series-size must be positive");
  Series series{.tpot_p50_ns = options.series_ns, .superpass_size = options.series_superpass_size};
  series.superpass_span_ns = static_cast<ssdetect::Nanos>(options.series_span_s * 1e9);
  if (series.tpot_p50_ns.empty()) {
    series.tpot_p50_ns =
        noisy_series(options.series_tpot_ms * 1e6, options.series_cov, options.series_superpasses, plan.seed);
  }
  return simulate(series, plan.log, plan.seed);
}

void write_truth(const Options& options, const Truth& truth) {
  if (options.truth_file.empty()) return;
  std::FILE* file = std::fopen(options.truth_file.c_str(), "w");
  if (file == nullptr) throw std::invalid_argument("cannot write '" + options.truth_file + "'");
  std::fputs(truth_json(truth).c_str(), file);
  std::fclose(file);
}

void run(Options options) {
  if (options.help) return print_help();
  const Simulation made = make_run(options);
  write_truth(options, made.truth);
  if (options.format == "events") return write_events(made, stdout);
  options.aiperf.old_names = options.format == "aiperf-old";
  if (options.format != "aiperf" && !options.aiperf.old_names)
    throw std::invalid_argument("unknown format '" + options.format + "'");
  write_aiperf(made, options.aiperf,
               [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(parse(argc, argv));
  } catch (const std::invalid_argument& fault) {
    std::fprintf(stderr, "make-log: %s\n", fault.what());
    return 2;
  }
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? 0 : 3;
}
