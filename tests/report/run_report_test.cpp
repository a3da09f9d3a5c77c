// The run report's bytes, the steady state spliced in. nlohmann reads the result; what was there before is
// compared as text.
#include "report/run_report.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "failure.h"
#include "report/build.h"
#include "report/text.h"
#include "tests/support.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

using Json = nlohmann::json;

Report some_report() {
  const Policy policy = default_policy();
  const Run run = run_of({{0, 5, 30, 11}, {1, 5, 30, 11}, {2, 6, 31, 11}});
  return report_as(Mode::concurrency, run, 2, policy);
}

std::string spliced(const std::string& text) { return add_to_run_report(text, "r.json", some_report()); }

// The text without the member `steady_state`: what stands before it and after it.
void check_kept(const std::string& text, const std::string& before, const std::string& after) {
  CAPTURE(text);
  const std::string result = spliced(text);
  CHECK(result.starts_with(before));
  CHECK(result.ends_with(after));
  const Json json = Json::parse(result);
  CHECK(json["steady_state"]["schema"] == "ssdetect/1");
  CHECK(json["steady_state"]["verdict"] == "not_found");
  const std::string member = result.substr(before.size(), result.size() - before.size() - after.size());
  CHECK(Json::parse(member) == json["steady_state"]);
}

std::string refusal(const std::string& text) {
  try {
    spliced(text);
  } catch (const Failure& failure) {
    CHECK(failure.code() == ExitCode::unreadable);
    return failure.what();
  }
  return "";
}

}  // namespace

TEST_CASE("run report: one line stays one line, every byte of it kept") {
  check_kept("{\"a\": 1}", "{\"a\": 1,\"steady_state\": ", "}");
  check_kept("{\"a\":{\"b\":[1, 2 ]} }\n", "{\"a\":{\"b\":[1, 2 ]},\"steady_state\": ", " }\n");
  const std::string result = spliced("{\"a\": 1}\n");
  CHECK(std::count(result.begin(), result.end(), '\n') == 1);
}

TEST_CASE("run report: an indented one gets an indented member") {
  check_kept("{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"steady_state\": ", "\n}\n");
  CHECK(spliced("{\n  \"a\": 1\n}\n").find("\n    \"verdict\": \"not_found\"") != std::string::npos);
}

TEST_CASE("run report: an empty object") {
  check_kept("{}", "{\"steady_state\": ", "}");
  check_kept(" { } \n", " {\"steady_state\": ", " } \n");
}

TEST_CASE("run report: numbers keep their spelling, however large") {
  check_kept("{\"n\": 9007199254740993, \"m\": 123456789012345678901234567890, \"x\": 1.10e+05, \"y\": -0.0}",
             "{\"n\": 9007199254740993, \"m\": 123456789012345678901234567890, \"x\": 1.10e+05, \"y\": "
             "-0.0,\"steady_state\": ",
             "}");
}

TEST_CASE("run report: brackets and names in texts mislead nobody") {
  check_kept("{\"s\": \"} \\\"steady_state\\\": {\"}",
             "{\"s\": \"} \\\"steady_state\\\": {\",\"steady_state\": ", "}");
  check_kept("{\"in\": {\"steady_state\": 5}}", "{\"in\": {\"steady_state\": 5},\"steady_state\": ", "}");
}

TEST_CASE("run report: a member that is there is replaced where it stands") {
  for (const char* old : {"null", "5", "\"}\"", "{\"found\": [1, {}]}", "[]", "-1.5e3"}) {
    check_kept("{\"steady_state\" : " + std::string(old) + " , \"b\": 2}",
               "{\"steady_state\" : ", " , \"b\": 2}");
    check_kept("{\"a\": 1, \"steady_state\":" + std::string(old) + "}", "{\"a\": 1, \"steady_state\":", "}");
  }
  const std::string once = spliced("{\n  \"a\": 1\n}\n");
  CHECK(spliced(once) == once);
}

TEST_CASE("run report: a key counts as what it says, however it is spelled") {
  check_kept("{\"steady\\u005fstate\": 5, \"b\": 2}", "{\"steady\\u005fstate\": ", ", \"b\": 2}");
  check_kept("{\"steady\\\\u005fstate\": 5}", "{\"steady\\\\u005fstate\": 5,\"steady_state\": ", "}");
}

TEST_CASE("run report: a byte order mark stays in front") {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string result = spliced(mark + "{\"a\": 1}\n");
  REQUIRE(result.starts_with(mark));
  CHECK(result.substr(mark.size()) == spliced("{\"a\": 1}\n"));
  CHECK(spliced(mark + "{\"steady_state\": 0}").starts_with(mark + "{\"steady_state\": {"));
}

TEST_CASE("run report: to one in text the text report is added, and replaced where it stands") {
  const auto added = [](const std::string& text) {
    return add_to_run_report(text, "report.txt", some_report());
  };
  const std::string block = render_text(some_report(), {});
  for (const std::string text : {"Requests: 3\n", "\xEF\xBB\xBFRequests: 3\n\n", "3\n", "null\n", "- {\n"}) {
    const std::string result = added(text);
    CHECK(result.starts_with(text + "\n---"));
    CHECK(result.find("---\n" + block + "---") != std::string::npos);
    CHECK(added(result) == result);
    CHECK(added(result + "more\n") == result + "more\n");
  }
  CHECK(added("Requests: 3") == added("Requests: 3\n"));
  CHECK(add_to_run_report("a\n", "r.txt", some_report(), true).size() > added("a\n").size());
}

TEST_CASE("run report: a block whose end was lost stays, and another is added") {
  const std::string whole = add_to_run_report("a\n", "r.txt", some_report());
  const std::string cut = whole.substr(0, whole.size() - 10);
  CHECK(add_to_run_report(cut, "r.txt", some_report()).starts_with(cut + "\n\n---"));
}

TEST_CASE("run report: what holds a zero byte, or nothing, is none") {
  CHECK_THROWS_AS(add_to_run_report(std::string("a\0b", 3), "r.txt", some_report()), Failure);
  CHECK_THROWS_AS(add_to_run_report(" \n", "r.txt", some_report()), Failure);
}

TEST_CASE("run report: what is no JSON object is refused in a sentence") {
  const std::string sentence =
      "r.json: this run report is no JSON object; give the benchmark's result_summary.json.";
  for (const char* text :
       {"", " ", "[1]", "null", "3", "{", "{\"a\": }", "{\"a\": 1} {\"b\": 2}", "{\"a\": 1}}", "text"}) {
    CAPTURE(text);
    CHECK(refusal(text) == sentence);
  }
}
