// Files as the clients' releases write them, cut down to what is read.
#include "input/settings_beside.h"

#include <doctest/doctest.h>

#include "tests/input/temporary_directory.h"

using namespace ssdetect;
using ssdetect::testing::TemporaryDirectory;

namespace {

SettingsBeside aiperf(const std::string& input_config) {
  TemporaryDirectory folder;
  folder.file("profile_export_aiperf.json",
              R"({"input_config": )" + input_config + R"(, "was_cancelled": false})");
  return aiperf_settings_beside(folder.path() + "/profile_export.jsonl");
}

}  // namespace

TEST_CASE("settings beside: AIPerf's loadgen") {
  const auto loop = *aiperf(R"({"loadgen": {"concurrency": 16, "request_count": 500}})").settings;
  CHECK(loop.load == OfferedLoad::closed_loop);
  CHECK(loop.target_concurrency == 16);
  CHECK_FALSE(loop.ramp);
  const auto open =
      *aiperf(R"({"loadgen": {"request_rate": 12.5, "request_rate_mode": "poisson", "concurrency": 32}})")
           .settings;
  CHECK(open.load == OfferedLoad::open_loop);
  CHECK(open.offered_rate == 12.5);
  CHECK(open.concurrency_cap == 32);
  CHECK(open.burstiness == 1);
  CHECK_FALSE(open.target_concurrency);
  const auto nothing_set = *aiperf(R"({"endpoint": {"model_names": ["m"]}})").settings;
  CHECK(nothing_set.target_concurrency == 1);
  const auto replay = *aiperf(R"({"input": {"fixed_schedule": true}, "loadgen": {}})").settings;
  CHECK(replay.load == OfferedLoad::open_loop);
  CHECK_FALSE(replay.offered_rate);
}

TEST_CASE("settings beside: AIPerf's ramps") {
  const auto loop = *aiperf(R"({"loadgen": {"concurrency": 64, "concurrency_ramp_duration": 30}})").settings;
  CHECK(loop.ramp->to == 64);
  CHECK(loop.ramp->duration_s == 30);
  const auto open = *aiperf(R"({"loadgen": {"request_rate": 8, "request_rate_ramp_duration": 20}})").settings;
  CHECK(open.ramp->to == 8);
  CHECK(open.offered_rate == 8);
  const auto phase = *aiperf(R"({"phases": [{"name": "profiling", "kind": "profiling", "type": "concurrency",
      "concurrency": 64, "concurrency_ramp": {"duration": 45.0, "strategy": "linear"}}]})")
                          .settings;
  CHECK(phase.ramp->duration_s == 45);
}

TEST_CASE("settings beside: AIPerf's phases") {
  const auto one = *aiperf(R"({"phases": [
      {"name": "warmup", "kind": "warmup", "type": "concurrency", "concurrency": 2, "requests": 10},
      {"name": "profiling", "kind": "profiling", "type": "gamma", "rate": 4, "smoothness": 2.5, "requests": 90}]})")
                        .settings;
  CHECK(one.load == OfferedLoad::open_loop);
  CHECK(one.offered_rate == 4);
  CHECK(one.burstiness == 2.5);
  CHECK(one.stages.empty());
  const auto two = *aiperf(R"({"phases": [
      {"name": "low", "kind": "profiling", "type": "concurrency", "concurrency": 2, "requests": 10},
      {"name": "high", "kind": "profiling", "type": "concurrency", "concurrency": 8, "requests": 90}]})")
                        .settings;
  REQUIRE(two.stages.size() == 2);
  CHECK(two.load == OfferedLoad::closed_loop);
  CHECK(two.stages[1].concurrency == 8);
  CHECK(two.stages[1].requests == 90);
  CHECK_FALSE(two.target_concurrency);
}

TEST_CASE("settings beside: AIPerf's files take the name of the result") {
  TemporaryDirectory folder;
  folder.file("a.json", R"({"input_config": {"loadgen": {"concurrency": 3}}})");
  CHECK(aiperf_settings_beside(folder.path() + "/a.jsonl").settings->target_concurrency == 3);
  CHECK(aiperf_settings_beside(folder.path() + "/a.jsonl.zst").settings->target_concurrency == 3);
  CHECK_FALSE(aiperf_settings_beside(folder.path() + "/b.jsonl").settings);
  CHECK_FALSE(aiperf_settings_beside("").settings);
  folder.file("b.json", "[1, 2");
  const auto broken = aiperf_settings_beside(folder.path() + "/b.jsonl");
  CHECK_FALSE(broken.settings);
  CHECK(broken.problems == std::vector<std::string>{"b.json: it is no JSON object"});
}

TEST_CASE("settings beside: inference-perf's configuration") {
  TemporaryDirectory folder;
  folder.file("config.yaml",
              "load:\n  type: poisson\n  interval: 1.0\n  stages:\n  - rate: 2.5\n    duration: 60\n"
              "  - rate: 5\n    duration: 60\n");
  const std::string result = folder.path() + "/per_request_lifecycle_metrics.json";
  const auto asked = *inference_perf_settings_beside(result).settings;
  CHECK(asked.load == OfferedLoad::open_loop);
  CHECK(asked.burstiness == 1);
  REQUIRE(asked.stages.size() == 2);
  CHECK(asked.stages[0].rate == 2.5);
  CHECK(asked.stages[0].requests == 150);
  // Of what was sent the reports of the stages know more.
  folder.file("stage_0_lifecycle_metrics.json", R"({"load_summary": {"count": 149, "requested_rate": 2.5}})");
  folder.file("stage_1_lifecycle_metrics.json", R"({"load_summary": {"count": 290, "requested_rate": 5}})");
  const auto sent = *inference_perf_settings_beside(result).settings;
  CHECK(sent.burstiness == 1);
  CHECK(sent.stages[0].requests == 149);
  CHECK(sent.stages[1].requests == 290);
  CHECK_FALSE(inference_perf_settings_beside(folder.path() + "/other.json").settings);
}

TEST_CASE("settings beside: inference-perf's closed loops, whose rate says nothing") {
  TemporaryDirectory folder;
  folder.file("run1_config.yaml",
              "load:\n  type: concurrent\n  stages:\n  - num_requests: 100\n    concurrency_level: 8\n    "
              "rate: 100.0\n"
              "    duration: 1\n  - num_requests: 200\n    concurrency_level: 16\n");
  const auto loops =
      *inference_perf_settings_beside(folder.path() + "/run1_per_request_lifecycle_metrics.json").settings;
  CHECK(loops.load == OfferedLoad::closed_loop);
  CHECK(loops.stages[0].concurrency == 8);
  CHECK_FALSE(loops.stages[0].rate);
  CHECK(loops.stages[1].requests == 200);
}

TEST_CASE("settings beside: a single stage is the load") {
  TemporaryDirectory folder;
  folder.file("config.yaml", "load:\n  type: constant\n  stages:\n  - rate: 4\n    duration: 60\n");
  const std::string result = folder.path() + "/per_request_lifecycle_metrics.json";
  const auto single = *inference_perf_settings_beside(result).settings;
  CHECK(single.stages.empty());
  CHECK(single.offered_rate == 4);
  folder.file("config.yaml", "model_params:\n  name: m\n");  // another program's
  CHECK_FALSE(inference_perf_settings_beside(result).settings);
}
