#include "sweep.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <new>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "input/descriptor.h"
#include "tests/input/temporary_directory.h"
#include "tests/no_threads.h"
#include "tests/oracles/generator.h"

using namespace ssdetect;
using ssdetect::testing::NoThreads;
using ssdetect::testing::TemporaryDirectory;
using Names = std::vector<std::string>;

namespace {

std::string small_log() {
  oracle::Plan plan = *oracle::scenario("steady");
  plan.n_requests = 60;
  return oracle::events_text(oracle::simulate(plan));
}

Options options_for(std::vector<std::string> operands, std::size_t jobs) {
  Options options;
  options.operands = std::move(operands);
  options.jobs = jobs;
  return options;
}

bool is_fault(const Result& result) { return std::holds_alternative<Failure>(result.outcome); }

// Name by name; a "!" before those without an answer.
Names names_of_results(const Options& options) {
  Names names;
  sweep(options, {}, [&](const Result& result) {
    names.push_back((is_fault(result) ? "!" : "") + result.name);
    if (!is_fault(result)) CHECK(std::get<Report>(result.outcome).name == result.name);
  });
  return names;
}

std::string fifo(const TemporaryDirectory& folder, const std::string& name) {
  const std::string path = folder.path() + "/" + name;
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  return path;
}

// Whether somebody has opened, or is opening, it for reading.
bool has_reader(const std::string& fifo) {
  return Descriptor(::open(fifo.c_str(), O_WRONLY | O_NONBLOCK)).number() >= 0;
}

std::string sentence(const std::string& name, const std::function<void()>& work) {
  const auto fault = fault_of(name, work);
  return fault ? fault->what() : "";
}

// Its rows are the names of the runs; it fails on the one that it is told.
class Named final : public Renderer {
 public:
  std::string ill;
  std::string row(const Report& report) override {
    if (report.name == ill) throw Failure(ExitCode::unreadable, "no ink");
    return report.name + "\n";
  }
  std::string error(const std::string& name, const std::string& sentence) override {
    return name + "? " + sentence + "\n";
  }
};

}  // namespace

TEST_CASE("sweep: results in the order of the operands, on any number of threads, or with none to be had") {
  TemporaryDirectory folder;
  const std::string good = folder.file("good", small_log()), bad = folder.file("bad", "no log\n");
  Names operands, expected;
  for (int i = 0; i < 40; ++i) {
    operands.push_back(i % 7 == 3 ? bad : good);
    expected.push_back((i % 7 == 3 ? "!" : "") + operands.back());
  }
  for (const std::size_t jobs : {1u, 2u, 7u, 64u}) {
    CAPTURE(jobs);
    CHECK(names_of_results(options_for(operands, jobs)) == expected);
  }
  const NoThreads none;
  CHECK(names_of_results(options_for(operands, 7)) == expected);
}

TEST_CASE("sweep: no operand is begun more than --jobs ahead of the one that is awaited") {
  TemporaryDirectory folder;
  const std::string log = small_log(), good = folder.file("good", log);
  const std::string first = fifo(folder, "first"), third = fifo(folder, "third");
  bool is_early = false;
  std::thread writer([&] {
    const Descriptor one(::open(first.c_str(), O_WRONLY));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // the second is done long since
    is_early = has_reader(third);
    write_all(one.number(), log);
  });
  std::thread other([&] { write_all(Descriptor(::open(third.c_str(), O_WRONLY)).number(), log); });
  const Names names = names_of_results(options_for({first, good, third}, 2));
  writer.join();
  other.join();
  CHECK(names == Names{first, good, third});
  CHECK_FALSE(is_early);
}

TEST_CASE("sweep: what a delivery throws goes on at once, and nothing more is begun") {
  TemporaryDirectory folder;
  const std::string good = folder.file("good", small_log());
  const std::string one = fifo(folder, "one"), two = fifo(folder, "two"), late = fifo(folder, "late");
  CHECK_THROWS_WITH(sweep(options_for({good, one, two, late}, 3), {},
                          [](const Result&) { throw std::runtime_error("nobody reads on"); }),
                    "nobody reads on");
  // What is left behind ends when its operand does.
  for (const std::string& path : {one, two}) {
    for (int i = 0; i < 5 && !has_reader(path); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK_FALSE(has_reader(late));
}

TEST_CASE("sweep: a fault is about the run at hand, unless it says otherwise") {
  const auto failing = [](Failure failure) { return [failure] { throw failure; }; };
  const ExitCode code = ExitCode::unreadable;
  CHECK(sentence("a", [] {}).empty());
  CHECK(sentence("a.log", failing({code, "it is empty"})) == "a.log: it is empty");
  CHECK(sentence("-", failing({code, "it is empty"})) == "standard input: it is empty");
  CHECK(sentence("run", failing({code, {"run/events.jsonl"}, "gone"})) == "run/events.jsonl: gone");
  CHECK(sentence("run", failing({code, {"--token-command 'x'", " "}, "fails"})) ==
        "--token-command 'x' fails");
  CHECK(sentence("t", failing({code, "this file is torn"})) == "t: this file is torn");
  CHECK(sentence("a", [] { throw std::bad_alloc(); }).starts_with("a: there is not enough memory"));
  CHECK(sentence("a", [] {
          throw std::system_error(EAGAIN, std::generic_category());
        }).starts_with("a: the system gives no more"));
  CHECK_THROWS_AS(fault_of("a", [] { throw std::logic_error("ours"); }), std::logic_error);
}

TEST_CASE("delivery: answers and faults are printed in turn, and the worst code is kept") {
  Report steady, unsupported;
  steady.name = "s";
  steady.analysis.verdict = Verdict::steady;
  unsupported.name = "u";
  unsupported.analysis.verdict = Verdict::unsupported;
  std::string out, err;
  ExitCode worst = ExitCode::steady;
  Named named;
  Delivery delivery(
      named, {},
      {[&](const std::string& text) { out += text; }, [&](const std::string& text) { err += text + "\n"; }},
      worst);
  delivery.take({"s", steady});
  CHECK(worst == ExitCode::steady);
  delivery.take({"u", unsupported});
  CHECK(worst == ExitCode::not_assessable);
  delivery.take({"f", Failure(ExitCode::unreadable, {"f"}, "gone")});
  CHECK(worst == ExitCode::unreadable);
  named.ill = "s";
  delivery.take({"s", steady});
  CHECK(out == "s\nu\nf? f: gone\ns? s: no ink\n");
  CHECK(err == "f: gone\ns: no ink\n");
  CHECK(summary_of(delivery.verdicts()) == "4 runs: 1 steady, 2 unreadable, 1 unsupported.");
}

TEST_CASE("sweep: the summary counts runs by verdict") {
  CHECK(summary_of({{"steady", 20}, {"not_found", 3}, {"unreadable", 1}}) ==
        "24 runs: 3 not_found, 20 steady, 1 unreadable.");
  CHECK(summary_of({{"steady", 1}}) == "1 run: 1 steady.");
  CHECK(summary_of({{"steady", 2}}) == "2 runs: 2 steady.");
}
