#include "input/sidecars.h"

#include <doctest/doctest.h>

#include "tests/input/temporary_directory.h"

using namespace ssdetect;
using ssdetect::testing::TemporaryDirectory;

TEST_CASE("no directory and an empty directory say nothing") {
  TemporaryDirectory empty;
  for (const std::string& directory : {std::string(), empty.path(), std::string("/does/not/exist")}) {
    const Sidecars sidecars = read_sidecars(directory);
    CHECK_FALSE(sidecars.dataset_size.has_value());
    CHECK(sidecars.load_pattern.empty());
    CHECK(sidecars.problems.empty());
  }
}

TEST_CASE(
    "all three files, run_meta.json before the index map, seen from the run and from its client folder") {
  TemporaryDirectory run;
  run.file("run_meta.json", R"({"dataset_size": 250, "N": 9007199254740993123})");
  run.file("sample_idx_map.json", R"({"performance": {"a": 0}})");
  run.file("config.yaml",
           "model_params:\n  name: org/model\nsettings:\n  load_pattern:\n    type: concurrency\n    "
           "target_concurrency: 64\n    target_qps: 2.5\n");
  run.file("client/events.jsonl", "");
  for (const std::string& directory :
       {run.path(), run.path() + "/", run.path() + "/client", run.path() + "/client/"}) {
    const Sidecars sidecars = read_sidecars(directory);
    CHECK(sidecars.dataset_size == 250);
    CHECK(sidecars.dataset_size_source == "run_meta.json");
    CHECK(sidecars.model == "org/model");
    CHECK(sidecars.load_pattern == "concurrency");
    CHECK(sidecars.target_concurrency == 64);
    CHECK(sidecars.target_qps == 2.5);
    CHECK(sidecars.problems.empty());
  }
}

TEST_CASE("the index map counts distinct indices of the performance phase") {
  TemporaryDirectory run;
  run.file("run_meta.json", R"({"N": 7})");
  run.file("sample_idx_map.json", R"({"accuracy": {"z": 9}, "performance": {"a": 0, "b": 1, "c": 0}})");
  const Sidecars sidecars = read_sidecars(run.path());
  CHECK(sidecars.dataset_size == 2);
  CHECK(sidecars.dataset_size_source == "sample_idx_map.json");
}

TEST_CASE("what is broken is a problem in words and leaves the rest alone") {
  TemporaryDirectory run;
  run.file("run_meta.json", R"({"dataset_size": -3})");
  run.file("sample_idx_map.json", R"({"performance": {"a": "x"}})");
  run.file("config.yaml",
           "settings:\n  load_pattern:\n    type: [1]\n    target_qps: fast\n    target_concurrency: 4\n");
  Sidecars sidecars = read_sidecars(run.path());
  CHECK_FALSE(sidecars.dataset_size.has_value());
  CHECK(sidecars.target_concurrency == 4);
  CHECK(sidecars.problems ==
        std::vector<std::string>{"run_meta.json: dataset_size is not a positive integer",
                                 "sample_idx_map.json: a dataset index is not an integer",
                                 "config.yaml: settings.load_pattern.type is a list, which is none of concurrency, poisson, "
                                 "max_throughput, agentic_inference",
                                 "config.yaml: settings.load_pattern.target_qps is 'fast', not a number above 0 (up to 1e9)"});
  run.file("run_meta.json", "{");
  run.file("sample_idx_map.json", "[]");
  run.file("config.yaml", "a: [1, 2\nb: }{");
  sidecars = read_sidecars(run.path());
  REQUIRE(sidecars.problems.size() == 3);
  CHECK(sidecars.problems[0].starts_with("run_meta.json: cannot be used: "));
  CHECK(sidecars.problems[1] == "sample_idx_map.json: it is no JSON object");
  CHECK(sidecars.problems[2].starts_with("config.yaml: yaml-cpp: error at line"));
  run.file("config.yaml", "");
  CHECK(read_sidecars(run.path()).problems.size() == 2);
}
