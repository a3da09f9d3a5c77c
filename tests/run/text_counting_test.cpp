// Texts counted beside the reading: by a small tokenizer on any number of threads, and by the user's program,
// with every way in which it can let us down.
#include "run/text_counting.h"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "failure.h"
#include "tests/no_threads.h"
#include "tests/tokens/synthetic.h"

using namespace ssdetect;

namespace {

using Counts = std::vector<std::array<double, 3>>;

Counts sorted(const std::vector<TextCount>& found) {
  Counts counts;
  for (const TextCount& each : found)
    counts.push_back({static_cast<double>(each.number), each.first, each.rest});
  std::sort(counts.begin(), counts.end());
  return counts;
}

// Bytes, but "ab" is one token and "abab" is one.
std::shared_ptr<const Tokenizer> small_tokenizer() {
  synthetic::Spec spec;
  spec.merges = {{"a", "b"}, {"ab", "ab"}};
  return synthetic::load(spec);
}

std::string refusal(const std::string& command, int texts = 1,
                    std::chrono::milliseconds timeout = kCommandTimeout) {
  const auto counting = command_counting(command, timeout);
  try {
    for (int i = 0; i < texts; ++i) counting->add(static_cast<std::uint64_t>(i), "first", "rest");
    counting->finish();
  } catch (const Failure& failure) {
    CHECK(failure.code() == ExitCode::unreadable);
    const std::string sentence = failure.what(), start = "--token-command '" + command + "' ";
    REQUIRE(sentence.starts_with(start));
    return sentence.substr(start.size(), sentence.rfind(';') - start.size());
  }
  return "";
}

}  // namespace

TEST_CASE("text counting: first and rest apart, on one thread and on seven") {
  for (const unsigned threads : {1u, 2u, 7u}) {
    CAPTURE(threads);
    TaskPool pool(threads);
    const auto counting = tokenizer_counting(small_tokenizer(), pool);
    counting->add(5, "ab", "ababab");
    counting->add(2, "", "abc");
    CHECK(sorted(counting->finish()) == Counts{{2, 0, 2}, {5, 1, 2}});
    counting->add(9, "abab", "");  // the next run
    CHECK(sorted(counting->finish()) == Counts{{9, 1, 0}});
    CHECK(counting->finish().empty());
  }
}

TEST_CASE("text counting: many megabytes give the same on any number of threads") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += (i % 7 == 0 ? "c" : "ab");
  std::vector<Counts> all;
  for (const unsigned threads : {1u, 2u, 7u}) {
    TaskPool pool(threads);
    const auto counting = tokenizer_counting(small_tokenizer(), pool);
    for (std::size_t i = 0; i < 3000; ++i)
      counting->add(i, std::string_view(text).substr(0, i % 50), std::string_view(text).substr(0, i));
    all.push_back(sorted(counting->finish()));
  }
  CHECK(all[0].size() == 3000);
  CHECK(all[0] == all[1]);
  CHECK(all[0] == all[2]);
}

TEST_CASE("text counting: work that nobody collects ends with its object") {
  TaskPool pool(3);
  const auto counting = tokenizer_counting(small_tokenizer(), pool);
  for (std::size_t i = 0; i < 1000; ++i) counting->add(i, std::string(1000, 'x'), "");
}

TEST_CASE("token command: one JSON string a line in, one number a line out") {
  // The length of each line: that of the text in JSON, and its two quotes.
  const auto counting = command_counting("awk '{ print length($0) }'");
  counting->add(3, "abc", "");
  counting->add(4, "a \"b\"\n", "\t");
  CHECK(sorted(counting->finish()) == Counts{{3, 5, 2}, {4, 11, 4}});
  counting->add(1, "x", "xy");  // another run
  CHECK(sorted(counting->finish()) == Counts{{1, 3, 4}});
}

TEST_CASE("text counting: without a thread to be had, the caller does it all") {
  const testing::NoThreads none;
  TaskPool pool(7);
  const auto counting = tokenizer_counting(small_tokenizer(), pool);
  const std::string text(1000, 'x');
  for (std::size_t i = 0; i < 3000; ++i) counting->add(i, text, "ab");
  const Counts counts = sorted(counting->finish());
  REQUIRE(counts.size() == 3000);
  CHECK(counts.back() == std::array<double, 3>{2999, 1000, 1});
  const auto asked = command_counting("sed 's/.*/1/'");
  asked->add(3, "a", "b");
  CHECK(sorted(asked->finish()) == Counts{{3, 1, 1}});
}

TEST_CASE("token command: it is started once, and not at all without a text") {
  synthetic::Directory directory;
  const std::string log = directory.path() + "/starts";
  const auto counting = command_counting("echo start >> " + log + "; sed 's/.*/1/'");
  CHECK(counting->finish().empty());
  CHECK_FALSE(std::filesystem::exists(log));
  for (std::size_t i = 0; i < 100; ++i) counting->add(i, "a", "b");
  CHECK(counting->finish().size() == 100);
  CHECK(std::filesystem::file_size(log) == 6);
}

TEST_CASE("token command: bytes that are no UTF-8 arrive as valid JSON") {
  const auto counting = command_counting("grep -c . >/dev/null; printf '1\\n1\\n'");
  counting->add(0, "\xFF\xC3", "ok");
  CHECK(sorted(counting->finish()) == Counts{{0, 1, 1}});
}

TEST_CASE("token command: Windows line ends and a missing last one are no fault") {
  const auto counting = command_counting("cat >/dev/null; printf '3\\r\\n4'");
  counting->add(0, "a", "b");
  CHECK(sorted(counting->finish()) == Counts{{0, 3, 4}});
}

TEST_CASE("token command: what it may not do") {
  CHECK(refusal("exec /nonexistent/counter 2>/dev/null") == "failed with exit status 127");
  CHECK(refusal("exit 3") == "failed with exit status 3");
  CHECK(refusal("kill -9 $$") == "was killed by signal 9");
  CHECK(refusal("cat >/dev/null") == "answered 0 of 2 lines");
  CHECK(refusal("cat >/dev/null; echo 1") == "answered 1 of 2 lines");
  CHECK(refusal("sed 's/.*/1/'; echo 1") == "answered 3 of 2 lines");
  CHECK(refusal("cat") == "answered '\"first\"' on its line 1");
  CHECK(refusal("cat >/dev/null; printf '1\\n1.5\\n'") == "answered '1.5' on its line 2");
  CHECK(refusal("cat >/dev/null; printf '%s\\n' 1 -1") == "answered '-1' on its line 2");
  CHECK(refusal("cat >/dev/null; printf '1\\n\\n'") == "answered '' on its line 2");
  CHECK(refusal("cat >/dev/null; echo 99999999999999999999999") ==
        "answered '99999999999999999999999' on its line 1");
}

TEST_CASE("token command: one that leaves early is told so, however much is still to come") {
  CHECK(refusal("head -n 3 >/dev/null; exit 4", 200000) == "failed with exit status 4");
  CHECK(refusal("sed 's/.*/1/;2q'", 200000) == "answered 2 of 400000 lines");
}

TEST_CASE("token command: more tokens than its text has bytes, and some, are none") {
  const auto counting = command_counting("cat >/dev/null; printf '%s\\n' 23 18");  // of "first" and ""
  counting->add(0, "first", "");
  CHECK(sorted(counting->finish()) == Counts{{0, 23, 18}});
  CHECK(refusal("cat >/dev/null; printf '%s\\n' 24 1") == "answered 24 on its line 1, for a text of 7 bytes");
  CHECK(refusal("cat >/dev/null; printf '%s\\n' 5 4294967295") ==
        "answered 4294967295 on its line 2, for a text of 6 bytes");
}

TEST_CASE("token command: one that does nothing is given up, wherever it stops, with all that it started") {
  const std::chrono::milliseconds timeout(300);
  struct Stops {
    std::string command;
    int texts;
    std::string sentence;
  };
  for (const auto& [command, texts, sentence] :
       {Stops{"sleep 1000", 1, "has done nothing for 0.3 s, with 0 of 2 lines answered"},
        Stops{"sleep 1000 | sleep 1000", 1, "has done nothing for 0.3 s, with 0 of 2 lines answered"},
        Stops{"cat > /dev/null; sleep 1000", 1, "has done nothing for 0.3 s, with 0 of 2 lines answered"},
        Stops{"trap '' TERM; sed -u 's/.*/1/;1q'; sleep 1000; sleep 1000", 1,
              "has done nothing for 0.3 s, with 1 of 2 lines answered"},
        Stops{"cat > /dev/null; printf '1\\n1\\n'; exec >&-; sleep 1000", 1,
              "has done nothing for 0.3 s, with 2 of 2 lines answered"},
        Stops{"sleep 1000 &", 1, "has done nothing for 0.3 s, with 0 of 2 lines answered"}}) {
    CAPTURE(command);
    const auto start = std::chrono::steady_clock::now();
    CHECK(refusal(command, texts, timeout) == sentence);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);  // no child is left, dead or alive
  }
  CHECK(refusal("sleep 1000", 200000, timeout).starts_with("has done nothing for 0.3 s, with 0 of "));
}

TEST_CASE("token command: one that goes on slowly has all the time it takes") {
  const auto counting =
      command_counting("while read -r line; do sleep 0.2; echo 1; done", std::chrono::seconds(1));
  for (std::size_t i = 0; i < 4; ++i) counting->add(i, "a", "b");
  CHECK(counting->finish().size() == 4);
}

TEST_CASE("token command: one that answers at the end only, and at length, does not lock up") {
  const auto counting = command_counting("sed 's/.*/1/' | sort");  // sort holds back all it is given
  const std::string text(2000, 'x');
  for (std::size_t i = 0; i < 20000; ++i) counting->add(i, text, text);
  CHECK(counting->finish().size() == 20000);
}

TEST_CASE("token command: one that answers at once is not waited for") {
  const auto counting = command_counting("sed -u 's/.*/00000012/'");
  for (std::size_t i = 0; i < 50000; ++i) counting->add(i, "a", "b");
  CHECK(counting->finish().size() == 50000);
}

TEST_CASE("token command: several at the same time, each with its own input") {
  const auto one = command_counting("sed 's/.*/1/'"), two = command_counting("sed 's/.*/2/'");
  one->add(1, "a", "b");
  two->add(1, "a", "b");
  CHECK(sorted(one->finish()) == Counts{{1, 1, 1}});
  CHECK(sorted(two->finish()) == Counts{{1, 2, 2}});
}

TEST_CASE("token command: pipes inside of it end as in a shell, also in a second run") {
  const auto counting = command_counting("cat >/dev/null; yes 1 | head -n 2");
  for (int run = 0; run < 2; ++run) {
    counting->add(0, "a", "b");
    CHECK(sorted(counting->finish()) == Counts{{0, 1, 1}});
  }
}
