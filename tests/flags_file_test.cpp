// A file of options: the lines that stand for an option, and for nothing; whichever comes later; and what is
// told of a line.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "src/failure.h"
#include "src/flags.h"
#include "tests/input/temporary_directory.h"

using namespace ssdetect;
using ssdetect::testing::TemporaryDirectory;

namespace {

Options parse(const std::vector<std::string>& arguments) {
  std::vector<const char*> all{"ssdetect"};
  for (const std::string& argument : arguments) all.push_back(argument.c_str());
  return parse_flags(static_cast<int>(all.size()), all.data());
}

Options parse_lines(const std::string& text) {
  const TemporaryDirectory directory;
  return parse({"--options", directory.file("profile", text)});
}

// What is told of it, without the directory.
std::string refusal(const std::string& text, std::vector<std::string> others = {}) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("profile", text);
  others.insert(others.begin(), {"--options", path});
  try {
    parse(others);
  } catch (const Failure& failure) {
    CHECK(failure.code() == ExitCode::usage);
    std::string sentence = failure.what();
    const std::string remedy = " Try 'ssdetect --help'.";
    CHECK(sentence.ends_with(remedy));
    sentence.erase(sentence.size() - remedy.size());
    return sentence.starts_with(path) ? sentence.substr(path.size()) : sentence;
  }
  return "";
}

}  // namespace

TEST_CASE("options file: a name with or without dashes, a value behind blanks or an equals sign") {
  for (const char* line : {"--warmup 3", "--warmup=3", "warmup 3", "warmup=3", "warmup = 3", "\t--warmup\t3 ",
                           "warmup 3\r\n", "\xEF\xBB\xBFwarmup 3\n", "warmup =3"})
    CHECK_MESSAGE(parse_lines(line).policy.warmup.fixed == 3, line);
  for (const char* line : {"--verbose", "verbose", "-v", " -v \n"})
    CHECK_MESSAGE(parse_lines(line).verbose, line);
  for (const char* line : {"-o tsv", "-o=tsv", "output tsv"})
    CHECK_MESSAGE(parse_lines(line).output == OutputKind::tsv, line);
}

TEST_CASE("options file: a value is the rest of the line, as it stands") {
  CHECK(parse_lines("token-command python3 count.py --x=1 # y").token_command ==
        "python3 count.py --x=1 # y");
  CHECK(parse_lines("tokenizer = my file.json").tokenizer == "my file.json");
  CHECK(parse_lines("tokenizer=\"a\"").tokenizer == "\"a\"");
}

TEST_CASE("options file: comments and blank lines are nothing") {
  const Options options = parse_lines("# a profile\n\n  \t\r\n  # warmup 9\nwarmup 2\n#\nquiet");
  CHECK(options.policy.warmup.fixed == 2);
  CHECK(options.quiet);
  CHECK_FALSE(parse_lines("").policy.warmup.fixed);
}

TEST_CASE("options file: the later of two wins, by where the file stands") {
  const TemporaryDirectory directory;
  const std::string two = directory.file("two", "warmup 2\n"),
                    three = directory.file("three", "warmup 7\nwarmup 3\n");
  const auto warmup = [](const std::vector<std::string>& arguments) {
    return parse(arguments).policy.warmup.fixed;
  };
  CHECK(warmup({"--options", two, "--options", three}) == 3);
  CHECK(warmup({"--options", three, "--options", two}) == 2);
  CHECK(warmup({"--options", two, "--warmup", "5"}) == 5);
  CHECK(warmup({"--warmup", "5", "--options=" + two}) == 2);
  CHECK_FALSE(warmup({"--options", two, "--min-warmup", "5"}));
  CHECK(parse({"log", "--options", two, "-q"}).operands == std::vector<std::string>{"log"});
}

TEST_CASE(
    "options file: a preset in it comes before all others, and what it excludes is told with its line") {
  CHECK(parse_lines("alpha 0.01\npreset reference").policy.gate.alpha == 0.01);
  CHECK(refusal("alpha 0.01\npreset reference", {"--preset", "default"}) ==
        ":1: --alpha: has an effect with --preset reference only.");
  CHECK(refusal("# x\npreset refrence") == ":2: --preset: 'refrence' is not one of default, reference.");
  CHECK(refusal("output tsv", {"--report", "r"}) ==
        ":1: --output: has no effect with --report, which prints that file.");
}

TEST_CASE("options file: faults are told with file and line") {
  CHECK(refusal("\nwarmup x") == ":2: --warmup: 'x' is not a whole number of at least 0.");
  CHECK(refusal("nope 3") == ":1: 'nope' is no option; what is to be read stands on the command line.");
  CHECK(refusal("runs/a") == ":1: 'runs/a' is no option; what is to be read stands on the command line.");
  CHECK(refusal("--nope") == ":1: there is no option --nope.");
  CHECK(refusal("--") == ":1: there is no option --.");
  CHECK(refusal("-") == ":1: there is no option -.");
  CHECK(refusal("-x 3") == ":1: there is no option -x.");
  CHECK(refusal("-qv") == ":1: there is no option -qv.");
  CHECK(refusal("warmup") == ":1: --warmup: its value is missing.");
  CHECK(refusal("warmup =") == ":1: --warmup: '' is not a whole number of at least 0.");
  CHECK(refusal("verbose yes") == ":1: --verbose: takes no value.");
  CHECK(refusal("verbose=true") == ":1: --verbose: takes no value.");
  CHECK(refusal("token-field x") ==
        ":1: --token-field: 'x' is no JSON Pointer; it looks like /usage/completion_tokens.");
  CHECK(refusal("options other") == ":1: --options: one file of options cannot name another.");
}

TEST_CASE("options file: one that is not there is no wrong use") {
  try {
    parse({"--options", "no such file"});
    FAIL("it was read");
  } catch (const Failure& failure) {
    CHECK(failure.code() == ExitCode::unreadable);
    CHECK(std::string(failure.what()) == "no such file: cannot be read: No such file or directory.");
  }
  CHECK_THROWS_AS(parse({"--options="}), Failure);
  CHECK(parse({"--help", "--options", "no such file"}).print_and_exit == help_text());
}
