// Which file of a directory is taken?
#include "formats/directory.h"

#include <doctest/doctest.h>

#include "failure.h"
#include "tests/input/temporary_directory.h"

using namespace ssdetect;
using namespace ssdetect::testing;

TEST_CASE("directory: the one result in it, past summaries and files of other kinds") {
  TemporaryDirectory run;
  CHECK(result_in("-") == "-");
  CHECK(result_in(run.path() + "/absent") == run.path() + "/absent");
  CHECK(result_in(run.path()) == run.path());
  run.file("profile_export_aiperf.json", R"({"aiperf_version":"0.4","request_latency":{},"request_throughput":{}})");
  run.file("profile_export_aiperf.csv", "Metric,avg,min\n");
  run.file("inputs.json", R"({"data":[]})");
  run.file("aiperf.log", R"({"metadata":{},"metrics":{}})");
  CHECK(result_in(run.path()) == run.path());
  const std::string result = run.file("profile_export.jsonl", "{\"metadata\":{},\"metrics\":{}}\n");
  CHECK(result_in(run.path()) == result);
  CHECK(result_in(result) == result);
}

TEST_CASE("directory: a log goes first, and of several results none is guessed") {
  TemporaryDirectory run;
  run.file("a.csv", "start_s,end_s\n1,2\n");
  run.file("b.json", R"({"benchmarks":[]})");
  try {
    result_in(run.path());
    FAIL("one of two was taken");
  } catch (const Failure& failure) {
    CHECK(failure.what() ==
          run.path() + ": this directory holds 2 results (a.csv and b.json); name those to read");
  }
  run.file("events.jsonl", "");
  CHECK(result_in(run.path()) == run.path());
}
