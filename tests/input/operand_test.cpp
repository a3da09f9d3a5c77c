#include "input/operand.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include "failure.h"
#include "tests/input/temporary_directory.h"

using namespace ssdetect;
using ssdetect::testing::TemporaryDirectory;

namespace {

std::string read_all(ByteSource& source) {
  std::string all, block(10'000, '\0');
  while (const std::size_t got = source.read(block)) all.append(block, 0, got);
  return all;
}

std::string content(const std::string& operand) { return read_all(*open_operand(operand).source); }

std::string failure(const std::string& operand) {
  try {
    content(operand);
  } catch (const Failure& failure) {
    CHECK(failure.code() == ExitCode::unreadable);
    return failure.what();
  }
  return {};
}

void shell(const std::string& command) { REQUIRE(std::system(command.c_str()) == 0); }

// Runs `body` with standard input from a descriptor.
template <class Body>
void with_standard_input(int descriptor, Body body) {
  const int kept = ::dup(STDIN_FILENO);
  ::dup2(descriptor, STDIN_FILENO);
  ::close(descriptor);
  body();
  ::dup2(kept, STDIN_FILENO);
  ::close(kept);
}

std::string many_lines() {
  std::string lines;
  for (int i = 0; i < 50'000; ++i) lines += "line " + std::to_string(i * 7919) + "\n";
  return lines;
}

}  // namespace

TEST_CASE("a file is read as it is, or decompressed whatever its name") {
  TemporaryDirectory folder;
  const std::string lines = many_lines();
  const std::string plain = folder.file("a", lines);
  shell("cd " + folder.path() + " && zstd -q -c a > b && gzip -c a > c");
  CHECK(content(plain) == lines);
  CHECK(content(folder.path() + "/b") == lines);
  CHECK(content(folder.path() + "/c") == lines);
  CHECK(open_operand(plain).directory == folder.path());
  CHECK(open_operand(plain).name == plain);
  CHECK(content(folder.file("short", "ab")) == "ab");
  CHECK(content(folder.file("empty", "")).empty());
}

TEST_CASE("a directory stands for its log") {
  TemporaryDirectory run;
  CHECK(failure(run.path()).starts_with(run.path() + ": this directory holds no events.jsonl"));
  run.file("client/events.jsonl", "client");
  CHECK(content(run.path()) == "client");
  shell("cd " + run.path() + " && printf zipped | gzip -c > events.jsonl.gz");
  CHECK(content(run.path()) == "zipped");
  run.file("events.jsonl", "plain");
  const OpenedOperand opened = open_operand(run.path());
  CHECK(read_all(*opened.source) == "plain");
  CHECK(opened.directory == run.path());
}

TEST_CASE("what cannot be opened or read says so") {
  TemporaryDirectory folder;
  CHECK(failure(folder.path() + "/none") ==
        folder.path() + "/none: cannot be opened: No such file or directory");
  shell("cd " + folder.path() +
        " && seq 100000 | zstd -q -c | head -c 10000 > cut.zst && seq 100000 | gzip -c | head -c 10000 > "
        "cut.gz 2>/dev/null");
  CHECK(failure(folder.path() + "/cut.zst")
            .starts_with(folder.path() + "/cut.zst: zstd says the file is damaged or incomplete"));
  CHECK(failure(folder.path() + "/cut.gz")
            .starts_with(folder.path() + "/cut.gz: gzip says the file is damaged or incomplete"));
}

TEST_CASE("a missing decompressor is named") {
  TemporaryDirectory folder;
  const std::string file = folder.file("x", "\x28\xB5\x2F\xFDxxxx");
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/does/not/exist", 1);
  const std::string message = failure(file);
  ::setenv("PATH", path.c_str(), 1);
  CHECK(message ==
        file +
            ": it is zstd-compressed and zstd cannot be run (No such file or directory); install zstd, or "
            "decompress the file first");
}

TEST_CASE("stopping early is no error") {
  TemporaryDirectory folder;
  shell("cd " + folder.path() + " && seq 3000000 | zstd -q -c > big.zst");
  const auto opened = open_operand(folder.path() + "/big.zst");
  CHECK(opened.source->peek(4).starts_with("1\n2\n"));
}

TEST_CASE("standard input: plain and compressed, file and pipe") {
  TemporaryDirectory folder;
  const std::string lines = many_lines();
  const std::string plain = folder.file("a", lines);
  shell("cd " + folder.path() + " && zstd -q -c a > b && gzip -c a > c");
  for (const char* name : {"a", "b", "c"}) {
    CAPTURE(name);
    const std::string path = folder.path() + "/" + name;
    with_standard_input(::open(path.c_str(), O_RDONLY), [&] {
      const OpenedOperand opened = open_operand("-");
      CHECK(read_all(*opened.source) == lines);
      CHECK(opened.name == "-");
      CHECK(opened.directory.empty());
    });
    const std::string fifo = folder.path() + "/fifo-" + name;
    shell("mkfifo " + fifo + " && (cat " + path + " > " + fifo + " &)");
    with_standard_input(::open(fifo.c_str(), O_RDONLY), [&] { CHECK(content("-") == lines); });
  }
}

TEST_CASE("damaged compressed standard input says so") {
  TemporaryDirectory folder;
  const std::string fifo = folder.path() + "/fifo";
  shell("mkfifo " + fifo + " && (seq 100000 | zstd -q -c | head -c 10000 > " + fifo + " &)");
  with_standard_input(::open(fifo.c_str(), O_RDONLY),
                      [&] { CHECK(failure("-").starts_with("-: zstd says the file is damaged")); });
}
