#include "src/flags.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "src/failure.h"

using namespace ssdetect;

namespace {

Options parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "ssdetect");
  return parse_flags(static_cast<int>(arguments.size()), arguments.data());
}

// The sentence of the refusal; empty when there is none.
std::string refusal(std::vector<const char*> arguments) {
  try {
    parse(std::move(arguments));
  } catch (const Failure& failure) {
    CHECK(failure.code() == ExitCode::usage);
    return failure.what();
  }
  return "";
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("nothing asked for: the defaults, and standard input") {
  const Options options = parse({});
  CHECK(options.operands.empty());
  CHECK(options.policy.name == "default");
  CHECK(options.output == OutputKind::text);
  CHECK(options.input_format == "auto");
  CHECK_FALSE(options.mode);
  CHECK_FALSE(options.sizes.dataset_size);
  CHECK_FALSE(options.sizes.superpass_size);
  CHECK_FALSE(options.fail_on.failures_pct);
  CHECK_FALSE(options.print_and_exit);
}

TEST_CASE("every option sets its field") {
  CHECK(parse({"--input-format", "events"}).input_format == "events");
  CHECK(parse({"--all-samples"}).all_samples);
  CHECK(parse({"--mode", "poisson"}).mode == Mode::poisson);
  CHECK_FALSE(parse({"--mode", "auto"}).mode);
  CHECK(parse({"--dataset-size", "7"}).sizes.dataset_size == 7);
  CHECK(parse({"--superpass-size", "8"}).sizes.superpass_size == 8);
  CHECK(parse({"--superpass-passes", "9"}).sizes.superpass_passes == 9);
  CHECK(parse({"--tokens", "words"}).estimate == TokenSource::words);
  CHECK(parse({"--tokens", "auto"}).estimate == TokenSource::none);
  CHECK(parse({"--token-field", "/usage/n"}).token_field == "/usage/n");
  CHECK(parse({"--preset", "reference"}).policy.name == "reference");
  CHECK(parse({"--warmup", "0"}).policy.warmup.fixed == 0);
  CHECK(parse({"--min-warmup", "3"}).policy.warmup.least == 3);
  CHECK(parse({"--warmup-band", "0.2"}).policy.warmup.band == 0.2);
  CHECK(parse({"--warmup-driver", "ttft_p90"}).policy.warmup.driver == MetricId{Measure::ttft, Level::p90});
  CHECK(parse({"--tail-cov", "0.2"}).policy.tail.cov_limit == 0.2);
  CHECK(parse({"--tail-skew", "0.1"}).policy.tail.skew_limit == 0.1);
  CHECK(parse({"--min-window", "6"}).policy.gate.least_window == 6);
  CHECK(parse({"--step-size", "0.08"}).policy.gate.step_size == 0.08);
  const Options reference =
      parse({"--preset", "reference", "--alpha=0.01", "--least-drift=0.1", "--p90-factor=1.5"});
  CHECK(reference.policy.gate.alpha == 0.01);
  CHECK(reference.policy.gate.least_drift == 0.1);
  CHECK(reference.policy.gate.p90_bound_factor == 1.5);
  CHECK(parse({"--cov-bounds", "0.1,0.2"}).policy.gate.cov_bounds == std::vector<Ratio>{0.1, 0.2});
  CHECK(parse({"--min-duration", "30"}).policy.duration.floor_s == 30);
  CHECK(parse({"--min-duration-latency-multiple", "2.5"}).policy.duration.latency_multiple == 2.5);
  CHECK(parse({"--min-duration-precision", "0.01"}).policy.duration.precision == 0.01);
  CHECK_FALSE(parse({"--no-min-duration"}).policy.duration.enforced);
  CHECK(parse({"--concurrency-ratio", "0.55"}).policy.number.occupancy_ratio == 0.55);
  CHECK(parse({"--output", "tsv"}).output == OutputKind::tsv);
  CHECK(parse({"--json"}).output == OutputKind::json);
  CHECK(parse({"--verbose"}).verbose);
  CHECK(parse({"--quiet"}).quiet);
}

TEST_CASE("letters, and values behind an equals sign or a letter") {
  CHECK(parse({"-v"}).verbose);
  CHECK(parse({"-q"}).quiet);
  CHECK(parse({"-o", "jsonl"}).output == OutputKind::jsonl);
  CHECK(parse({"-ojson"}).output == OutputKind::json);
  CHECK(parse({"--warmup=4"}).policy.warmup.fixed == 4);
  const Options both = parse({"-qv"});
  CHECK(both.quiet);
  CHECK(both.verbose);
}

TEST_CASE("the conditions of --fail-on") {
  const FailOn all = parse({"--fail-on", "drift,anomaly,short,partial,failures=2.5,saturated"}).fail_on;
  CHECK(all.drift);
  CHECK(all.anomaly);
  CHECK(all.short_window);
  CHECK(all.partial);
  CHECK(all.saturated);
  CHECK(all.failures_pct == 2.5);
  CHECK(parse({"--fail-on", "failures"}).fail_on.failures_pct == 1);
  CHECK(parse({"--fail-on", "failures=1,failures=50"}).fail_on.failures_pct == 1);
  CHECK(parse({"--fail-on", "failures=50", "--fail-on", "failures=1"}).fail_on.failures_pct == 1);
  const FailOn two = parse({"--fail-on", "drift", "--fail-on", "short"}).fail_on;
  CHECK(two.drift);
  CHECK(two.short_window);
  CHECK_FALSE(two.anomaly);
}

TEST_CASE("a preset is applied before the other options, whatever the order") {
  for (const auto& arguments : {std::vector<const char*>{"--preset", "reference", "--min-warmup", "5"},
                                std::vector<const char*>{"--min-warmup", "5", "--preset", "reference"}}) {
    const Options options = parse(arguments);
    CHECK(options.policy.name == "reference");
    CHECK(options.policy.warmup.least == 5);
    CHECK_FALSE(options.policy.tail.enabled);
  }
}

TEST_CASE("an option without effect under the preset is refused, whatever the order") {
  for (const char* flag : {"--tail-cov", "--tail-skew"}) {
    const std::string sentence =
        std::string(flag) + ": has no effect with --preset reference. Try 'ssdetect --help'.";
    CHECK(refusal({"--preset", "reference", flag, "0.2"}) == sentence);
    CHECK(refusal({flag, "0.2", "--preset=reference"}) == sentence);
    CHECK(refusal({flag, "0.2", "--preset=default"}).empty());
  }
  for (const char* flag : {"--alpha", "--least-drift", "--p90-factor"}) {
    const std::string sentence =
        std::string(flag) + ": has an effect with --preset reference only. Try 'ssdetect --help'.";
    CHECK(refusal({flag, "0.2"}) == sentence);
    CHECK(refusal({"--preset", "reference", flag, "0.2", "--preset=default"}) == sentence);
    CHECK(refusal({flag, "0.2", "--preset=reference"}).empty());
  }
}

TEST_CASE("a report is printed in its own form, so another one is refused") {
  for (const char* flag : {"-ojson", "-otext", "--json"})
    CHECK(refusal({"--report", "r.json", flag}).find("has no effect with --report") != std::string::npos);
  CHECK(refusal({"--report", "r.json", "-qv", "--in-place"}).empty());
}

TEST_CASE("the last of repeated options wins") {
  CHECK(parse({"--warmup", "1", "--warmup", "2"}).policy.warmup.fixed == 2);
  CHECK(parse({"--json", "--output", "text"}).output == OutputKind::text);
  CHECK(parse({"--output", "tsv", "--json"}).output == OutputKind::json);
  CHECK(parse({"--preset", "reference", "--preset", "default"}).policy.name == "default");
  CHECK(parse({"--tokens", "words", "--tokens", "auto"}).estimate == TokenSource::none);
  CHECK_FALSE(parse({"--mode", "offline", "--mode", "auto"}).mode);
}

TEST_CASE("operands stand anywhere; a switch takes none of them; -- ends the options") {
  CHECK(parse({"a", "--json", "b", "-"}).operands == Words{"a", "b", "-"});
  CHECK(parse({"a,b", "c d", ""}).operands == Words{"a,b", "c d", ""});
  CHECK(parse({"--quiet", "false"}).operands == Words{"false"});
  const Options ended = parse({"a", "--", "--json", "-q", "--"});
  CHECK(ended.operands == Words{"a", "--json", "-q", "--"});
  CHECK(ended.output == OutputKind::text);
}

TEST_CASE("wrong use is refused with what would be right") {
  CHECK(refusal({"--nope"}) == "Option 'nope' does not exist. Try 'ssdetect --help'.");
  CHECK(refusal({"--operands", "x"}) == "Option 'operands' does not exist. Try 'ssdetect --help'.");
  CHECK(refusal({"-x"}) == "Option 'x' does not exist. Try 'ssdetect --help'.");
  CHECK(refusal({"--warmup"}) == "Option 'warmup' is missing an argument. Try 'ssdetect --help'.");
  CHECK(refusal({"--output", "xml"}) ==
        "--output: 'xml' is not one of text, json, jsonl, tsv. Try 'ssdetect --help'.");
  for (const char* value : {"--json=false", "--json=", "--json=TRUE"})
    CHECK(refusal({value}) == "--json: takes no value. Try 'ssdetect --help'.");
  CHECK(refusal({"--token-field", "usage"}).starts_with("--token-field: 'usage' is no JSON Pointer"));
  CHECK(refusal({"--token-field", "/a~2"}).starts_with("--token-field: '/a~2' is no JSON Pointer"));
  CHECK(refusal({"--token-field", ""}) ==
        "--token-field: an empty pointer names the whole line. Try 'ssdetect --help'.");
  CHECK(refusal({"--token-field", "/a~2"}).ends_with(". Try 'ssdetect --help'."));
  CHECK(
      refusal({"--fail-on", "drift,"}) ==
      "--fail-on: '' is not one of drift, anomaly, short, partial, failures[=PCT], saturated. Try 'ssdetect "
      "--help'.");
  CHECK(refusal({"--fail-on", "drift=1"}).starts_with("--fail-on: 'drift=1' is not one of"));
  CHECK(refusal({"--generate-completion", "tcsh"}) ==
        "--generate-completion: 'tcsh' is not one of bash, zsh, fish. Try 'ssdetect --help'.");
}

TEST_CASE("whole numbers have a least value") {
  for (const char* flag : {"--dataset-size", "--superpass-size", "--superpass-passes"})
    for (const char* value : {"0", "-1", "1.5", "1e3", "x", "", " 1", "1 ", "+1", "99999999999999999999"})
      CHECK_MESSAGE(refusal({flag, value}).starts_with(flag), flag, " ", value);
  for (const char* flag : {"--warmup", "--min-warmup"}) {
    CHECK(refusal({flag, "0"}).empty());
    CHECK(refusal({flag, "18446744073709551615"}).empty());
    CHECK(
        refusal({flag, "-1"}).ends_with("'-1' is not a whole number of at least 0. Try 'ssdetect --help'."));
    CHECK(refusal({flag, "18446744073709551616"}).ends_with("is too large. Try 'ssdetect --help'."));
  }
}

TEST_CASE("numbers have a range") {
  const std::vector<std::pair<const char*, std::vector<const char*>>> refused = {
      {"--warmup-band", {"0", "-0.1", "nan", "inf", "x", ""}},
      {"--tail-cov", {"0", "-1", "nan", "inf", "10%"}},
      {"--tail-skew", {"0", "-1", "nan", ""}},
      {"--min-window", {"3", "0", "-4", "4.5"}},
      {"--alpha", {"0", "1", "-0.1", "nan", "5%", ""}},
      {"--least-drift", {"0", "-1", "inf"}},
      {"--p90-factor", {"0", "-1", "nan"}},
      {"--step-size", {"0", "-0.1", "inf"}},
      {"--cov-bounds", {"0", "0.1,0", "0.1,,0.2", "", "nan"}},
      {"--min-duration", {"-1", "inf", "nan", "2e12", "10s"}},
      {"--min-duration-latency-multiple", {"-1", "inf", "2e9"}},
      {"--min-duration-precision", {"0", "1e-7", "-1", "nan"}},
      {"--concurrency-ratio", {"0", "1.0001", "-0.5", "nan", "80%"}},
      {"--fail-on", {"failures=-1", "failures=101", "failures=", "failures=nan"}}};
  for (const auto& row : refused)
    for (const char* value : row.second)
      CHECK_MESSAGE(refusal({row.first, value}).starts_with(row.first), row.first, " ", value);
  CHECK(refusal({"--min-duration", "0"}).empty());
  CHECK(refusal({"--concurrency-ratio", "1"}).empty());
  CHECK(refusal({"--fail-on", "failures=0"}).empty());
  CHECK(refusal({"--fail-on", "failures=100"}).empty());
}

TEST_CASE("every choice of the table is accepted, in both spellings; nothing else is") {
  for (const Flag& flag : flag_table()) {
    if (flag.choices.empty() || flag.choices == "FILE") continue;
    std::string choices(flag.choices);
    for (std::size_t at = 0; at <= choices.size();) {
      const std::size_t comma = std::min(choices.find(',', at), choices.size());
      const std::string name = "--" + std::string(flag.name), value = choices.substr(at, comma - at);
      CHECK_MESSAGE(refusal({"--tokenizer=file", name.c_str(), value.c_str()}).empty(), name, " ", value);
      CHECK(refusal({"--tokenizer=file", (name + "=" + value).c_str()}).empty());
      at = comma + 1;
    }
    CHECK_FALSE(refusal({("--" + std::string(flag.name)).c_str(), "no such choice"}).empty());
  }
}

TEST_CASE(
    "the table is whole: names once, letters once, help for each, all of them in --help and completions") {
  std::set<std::string> names;
  std::set<char> letters;
  const std::string help = help_text();
  for (const Flag& flag : flag_table()) {
    const std::string name(flag.name);
    CHECK_MESSAGE(names.insert(name).second, name);
    if (flag.letter) CHECK_MESSAGE(letters.insert(flag.letter).second, name);
    CHECK_FALSE(flag.help.empty());
    CHECK_MESSAGE(help.find("--" + name) != std::string::npos, name);
    for (const char* shell : {"bash", "zsh", "fish"})
      CHECK_MESSAGE(completion_script(shell).find(name) != std::string::npos, shell, " ", name);
  }
}

TEST_CASE("help and version are answers, whatever follows") {
  CHECK(*parse({"--help", "--warmup", "x"}).print_and_exit == help_text());
  CHECK(*parse({"-V"}).print_and_exit == "ssdetect " SSDETECT_VERSION "\n");
  CHECK(*parse({"--generate-completion", "bash"}).print_and_exit == completion_script("bash"));
}
