// AIPerf leaves out of its export what was not set, and a loop of 1 is what it then runs. inference-perf's
// stage files hold what was sent, its configuration what was asked for: a sweep finds its stages on the way,
// and they stand in no configuration. Tests: tests/input/settings_beside_test.cpp.
#include "input/settings_beside.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <functional>

#include "failure.h"
#include "input/whole_file.h"
#include "json/text.h"

namespace ssdetect {
namespace {

namespace fs = std::filesystem;

// What stands before `ending` in the name of a file, compressed or not; nullopt: it has another.
std::optional<std::string> prefix_of(const fs::path& path, std::string_view ending) {
  std::string name = path.filename().string();
  for (const std::string_view compressed : {".zst", ".gz"})
    if (name.ends_with(compressed)) name.resize(name.size() - compressed.size());
  if (!name.ends_with(ending)) return std::nullopt;
  return name.substr(0, name.size() - ending.size());
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// False: it cannot be used, and why is among the problems.
bool with_json(const fs::path& path, std::vector<std::string>& problems,
               const std::function<void(JsonValue)>& use) {
  try {
    const std::string bytes = read_whole_file(path.string());
    JsonText json;
    if (json.parse(bytes) && json.root().is_object()) return use(json.root()), true;
    problems.push_back(fmt::format("{}: it is no JSON object", path.filename().string()));
  } catch (const Failure& failure) {
    problems.emplace_back(failure.what());
  }
  return false;
}

std::optional<double> positive(std::optional<double> number) {
  return number && std::isfinite(*number) && *number > 0 ? number : std::nullopt;
}
std::optional<double> positive(JsonValue value) { return positive(value.number()); }

std::optional<std::size_t> as_count(std::optional<double> number) {
  constexpr double kMost = 1e15;
  if (!number || !(*number >= 0 && *number < kMost)) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

// --- AIPerf ---

std::optional<LoadRamp> ramp_over(JsonValue duration, std::optional<double> to) {
  const auto seconds = positive(duration);
  return seconds ? std::optional(LoadRamp{std::nullopt, to, seconds}) : std::nullopt;
}

void set_open_loop(ClientSettings& found, std::optional<double> rate, std::optional<double> cap,
                   std::string_view arrivals, std::optional<double> smoothness) {
  found.load = OfferedLoad::open_loop;
  found.offered_rate = rate;
  found.concurrency_cap = cap;
  if (arrivals == "poisson") found.burstiness = 1;
  if (arrivals == "gamma") found.burstiness = smoothness;
}

ClientSettings of_loadgen(JsonValue input) {
  ClientSettings found;
  const JsonValue load = input.member("loadgen");
  const auto rate = positive(load.member("request_rate")), loop = positive(load.member("concurrency"));
  const std::string arrivals = load.member("request_rate_mode").text();
  if (load.member("user_centric_rate").is_something()) return found;
  if (input.member("input").member("fixed_schedule").is_true() || arrivals == "fixed_schedule") {
    found.load = OfferedLoad::open_loop;
  } else if (rate && arrivals != "concurrency_burst") {
    set_open_loop(found, rate, loop, arrivals, positive(load.member("arrival_smoothness")));
    found.ramp = ramp_over(load.member("request_rate_ramp_duration"), rate);
  } else {
    found.load = OfferedLoad::closed_loop;
    found.target_concurrency = loop.value_or(1);
    found.ramp = ramp_over(load.member("concurrency_ramp_duration"), found.target_concurrency);
  }
  return found;
}

JsonValue ramp_duration(JsonValue ramp) { return ramp.is_object() ? ramp.member("duration") : ramp; }

ClientSettings of_phase(JsonValue phase) {
  ClientSettings found;
  const std::string type = phase.member("type").text();
  const auto rate = positive(phase.member("rate")), loop = positive(phase.member("concurrency"));
  if (type == "concurrency") {
    found.load = OfferedLoad::closed_loop;
    found.target_concurrency = loop.value_or(1);
    found.ramp = ramp_over(ramp_duration(phase.member("concurrency_ramp")), found.target_concurrency);
  } else if (type == "poisson" || type == "gamma" || type == "constant") {
    set_open_loop(found, rate, loop, type, positive(phase.member("smoothness")));
    found.ramp = ramp_over(ramp_duration(phase.member("rate_ramp")), rate);
    if (phase.member("rate_series").is_something()) found.ramp = LoadRamp{};
  } else if (type == "fixed_schedule") {
    found.load = OfferedLoad::open_loop;
  }
  return found;
}

LoadStage stage_of(const ClientSettings& load, JsonValue phase) {
  return {load.offered_rate, load.target_concurrency, positive(phase.member("duration")),
          as_count(positive(phase.member("requests")))};
}

ClientSettings of_phases(JsonValue phases) {
  ClientSettings found;
  std::vector<LoadStage> stages;
  phases.each_element([&](JsonValue phase) {
    const std::string kind =
        phase.member("kind").is_string() ? phase.member("kind").text() : phase.member("name").text();
    if (kind == "warmup" || phase.member("exclude_from_results").is_true()) return;
    const ClientSettings load = of_phase(phase);
    if (stages.empty()) found = load;
    stages.push_back(stage_of(load, phase));
    if (found.load != load.load) found.load.reset();
  });
  if (stages.size() < 2) return found;
  ClientSettings several;
  several.load = found.load;
  several.stages = std::move(stages);
  return several;
}

// --- inference-perf ---

YAML::Node at(const YAML::Node& node, const char* key) {
  return node.IsMap() && node[key].IsDefined() ? node[key] : YAML::Node(YAML::NodeType::Null);
}

std::optional<double> positive(const YAML::Node& node) {
  double value = 0;
  if (!node.IsScalar() || !YAML::convert<double>::decode(node, value)) return std::nullopt;
  return positive(std::optional(value));
}

LoadStage stage_of(const YAML::Node& node) {
  LoadStage stage{positive(at(node, "rate")), positive(at(node, "concurrency_level")),
                  positive(at(node, "duration")), as_count(positive(at(node, "num_requests")))};
  if (stage.concurrency)
    stage.rate = stage.duration_s = std::nullopt;  // set on the way, to a number of no use
  if (!stage.requests && stage.rate && stage.duration_s)
    stage.requests = as_count(*stage.rate * *stage.duration_s);
  return stage;
}

ClientSettings of_configuration(const YAML::Node& root) {
  ClientSettings found;
  const YAML::Node load = at(root, "load");
  const YAML::Node type = at(load, "type");
  const std::string said = type.IsScalar() ? type.Scalar() : "";
  if (said == "poisson") found.burstiness = 1;
  if (said == "poisson" || said == "constant" || said == "trace_replay") found.load = OfferedLoad::open_loop;
  if (said == "concurrent") found.load = OfferedLoad::closed_loop;
  const YAML::Node stages = at(load, "stages");
  if (stages.IsSequence())
    for (const YAML::Node& stage : stages) found.stages.push_back(stage_of(stage));
  return found;
}

LoadStage stage_sent(JsonValue report) {
  const JsonValue load = report.member("load_summary");
  LoadStage stage{positive(load.member("requested_rate")),
                  positive(load.member("concurrency")),
                  {},
                  as_count(load.member("count").number())};
  if (stage.concurrency) stage.rate.reset();
  return stage;
}

class InferencePerfFiles {
 public:
  InferencePerfFiles(const fs::path& folder, std::string prefix)
      : folder_(folder), prefix_(std::move(prefix)) {}

  SettingsBeside read() {
    read_configuration();
    if (auto stages = stages_sent(); !stages.empty()) {
      if (!found_.settings) found_.settings.emplace();
      found_.settings->stages = std::move(stages);
    }
    if (found_.settings) settle(*found_.settings);
    return std::move(found_);
  }

 private:
  fs::path file(std::string_view name) const { return folder_ / (prefix_ + std::string(name)); }

  void read_configuration() {
    const fs::path path = file("config.yaml");
    if (!is_there(path)) return;
    try {
      const YAML::Node root = YAML::Load(read_whole_file(path.string()));
      if (at(root, "load").IsMap()) found_.settings = of_configuration(root);
    } catch (const Failure& failure) {
      found_.problems.emplace_back(failure.what());
    } catch (const std::exception&) {  // of yaml-cpp; input/sidecars says so already
    }
  }

  std::vector<LoadStage> stages_sent() {
    std::vector<LoadStage> stages;
    for (;;) {
      const fs::path path = file(fmt::format("stage_{}_lifecycle_metrics.json", stages.size()));
      if (!is_there(path)) return stages;
      const bool read =
          with_json(path, found_.problems, [&](JsonValue root) { stages.push_back(stage_sent(root)); });
      if (!read) return {};
    }
  }

  static void settle(ClientSettings& settings) {
    if (!settings.load && !settings.stages.empty())
      settings.load = settings.stages.front().concurrency ? OfferedLoad::closed_loop : OfferedLoad::open_loop;
    if (settings.stages.size() != 1) return;
    settings.offered_rate = settings.stages.front().rate;
    settings.target_concurrency = settings.stages.front().concurrency;
    settings.stages.clear();
  }

  fs::path folder_;
  std::string prefix_;
  SettingsBeside found_;
};

}  // namespace

SettingsBeside aiperf_settings_beside(const std::string& path) {
  const fs::path result(path);
  SettingsBeside found;
  std::vector<std::string> names;
  if (const auto stem = prefix_of(result, ".jsonl")) names = {*stem + "_aiperf.json", *stem + ".json"};
  for (const std::string& name : names) {
    const fs::path file = result.parent_path() / name;
    if (path.empty() || !is_there(file)) continue;
    with_json(file, found.problems, [&](JsonValue root) {
      const JsonValue input = root.member("input_config");
      if (input.member("phases").is_array())
        found.settings = of_phases(input.member("phases"));
      else if (input.is_object())
        found.settings = of_loadgen(input);
    });
    if (found.settings) return found;
  }
  return found;
}

SettingsBeside inference_perf_settings_beside(const std::string& path) {
  const fs::path result(path);
  const auto prefix = prefix_of(result, "per_request_lifecycle_metrics.json");
  if (path.empty() || !prefix) return {};
  return InferencePerfFiles(result.parent_path(), *prefix).read();
}

}  // namespace ssdetect
