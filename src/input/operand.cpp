// The first bytes tell a compressed file. One that can be read twice is then read from its beginning again; a
// pipe gives its first bytes to the look and they are handed on. Tests: tests/input/operand_test.cpp.
#include "input/operand.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "failure.h"
#include "input/child_process.h"

namespace ssdetect {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";
constexpr std::string_view kGzipMagic = "\x1F\x8B";
constexpr std::size_t kMagicSize = 4;
constexpr int kGzipWarning = 2;  // all was decompressed, but rubbish follows
constexpr std::array<const char*, 6> kLogNames = {
    "events.jsonl",        "events.jsonl.zst",        "events.jsonl.gz",
    "client/events.jsonl", "client/events.jsonl.zst", "client/events.jsonl.gz"};

[[noreturn]] void fail(const std::string& name, const std::string& what) {
  throw Failure(ExitCode::unreadable, {name}, what);
}

// The program that undoes it; empty if it is not compressed.
std::string decompressor(std::string_view first_bytes) {
  if (first_bytes.starts_with(kZstdMagic)) return "zstd";
  return first_bytes.starts_with(kGzipMagic) ? "gzip" : "";
}

// Up to `count` bytes, fewer only at the end.
std::string take(int descriptor, std::size_t count, const std::string& name) {
  std::string bytes(count, '\0');
  std::size_t size = 0;
  while (size < count) {
    const ssize_t got = read_patiently(descriptor, std::span(bytes).subspan(size));
    if (got < 0) fail(name, fmt::format("cannot be read: {}", std::strerror(errno)));
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

// Bytes taken from a pipe, then the rest of it.
class ResumedSource final : public ByteSource {
 public:
  ResumedSource(std::string taken, std::unique_ptr<ByteSource> rest)
      : taken_(std::move(taken)), rest_(std::move(rest)) {}

 protected:
  std::size_t read_some(std::span<char> out) override {
    if (taken_.empty()) return rest_->read(out);
    const std::size_t count = taken_.copy(out.data(), out.size());
    taken_.erase(0, count);
    return count;
  }
  bool is_ready() override { return !taken_.empty() || rest_->ready(); }

 private:
  std::string taken_;
  std::unique_ptr<ByteSource> rest_;
};

// What a program makes of compressed bytes. Its exit is looked at when its output ends; one that is ended
// early, because nobody reads on, is no error.
class DecompressedSource final : public ByteSource {
 public:
  DecompressedSource(std::string program, std::unique_ptr<ChildProcess> child, std::string name)
      : program_(std::move(program)), child_(std::move(child)), name_(std::move(name)) {}

 protected:
  std::size_t read_some(std::span<char> out) override {
    for (;;) {
      const auto count = child_->exchange(out);
      if (!count) return check_exit(), 0;
      if (*count > 0) return *count;
    }
  }
  bool is_ready() override { return child_->ready(); }

 private:
  void check_exit() {
    const ChildProcess::Ending ending = child_->wait();
    const bool is_warning = ending.status == kGzipWarning && program_ == "gzip";
    if (ending.signal == 0 && (ending.status == 0 || is_warning)) return;
    fail(name_,
         fmt::format(
             "{0} says the file is damaged or incomplete; fetch it again, or decompress what can be saved "
             "with `{0} -dc` and give that to this program",
             program_));
  }

  std::string program_;
  std::unique_ptr<ChildProcess> child_;
  std::string name_;
};

// `ahead` was already taken from the descriptor, and cannot be put back: the child has to be fed.
std::unique_ptr<ByteSource> decompressed(const std::string& program, Descriptor descriptor,
                                         const std::string& ahead, const std::string& name) {
  const Program command{program, {program, "-dcq"}};
  auto child = ahead.empty() ? ChildProcess::reading(command, descriptor)
                             : ChildProcess::fed(command, std::move(descriptor));
  if (!child)
    fail(name,
         fmt::format(
             "it is {0}-compressed and {0} cannot be run ({1}); install {0}, or decompress the file first",
             program, std::strerror(errno)));
  child->give(ahead);
  return std::make_unique<DecompressedSource>(program, std::move(child), name);
}

std::unique_ptr<ByteSource> open_descriptor(Descriptor descriptor, const std::string& name) {
  const int number = descriptor.number();
  const off_t start = ::lseek(number, 0, SEEK_CUR);
  std::string first = take(number, kMagicSize, name);
  const bool rewound = start >= 0 && ::lseek(number, start, SEEK_SET) == start;
  const std::string program = decompressor(first);
  if (!program.empty())
    return decompressed(program, std::move(descriptor), rewound ? std::string() : first, name);
  auto source = descriptor_source(std::move(descriptor), name);
  if (rewound || first.empty()) return source;
  return std::make_unique<ResumedSource>(std::move(first), std::move(source));
}

struct FoundLog {
  std::string path;        // empty if there is none
  std::error_code hidden;  // why one may be there that cannot be seen
};

FoundLog find_log(const std::string& directory) {
  FoundLog found;
  for (const char* name : kLogNames) {
    std::error_code fault;
    const fs::path path = fs::path(directory) / name;
    if (fs::exists(path, fault)) return {path.string(), {}};
    if (fault && !found.hidden) found.hidden = fault;
  }
  return found;
}

std::string log_in_directory(const std::string& directory) {
  const FoundLog found = find_log(directory);
  if (!found.path.empty()) return found.path;
  if (found.hidden)
    fail(directory, fmt::format("it cannot be searched for a log: {}", found.hidden.message()));
  if (::access(directory.c_str(), R_OK) != 0)
    fail(directory, fmt::format("it cannot be searched for a log: {}", std::strerror(errno)));
  fail(
      directory,
      "this directory holds no events.jsonl and no client/events.jsonl (nor a .zst or .gz of them); name the "
      "log itself");
}

Descriptor open_file(const std::string& path) {
  if (path.empty()) fail("''", "an operand is empty; standard input is -");
  Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.number() < 0) fail(path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  return descriptor;
}

OpenedOperand open_standard_input() {
  Descriptor descriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  if (descriptor.number() < 0)
    fail("-", fmt::format("standard input cannot be read: {}", std::strerror(errno)));
  return {open_descriptor(std::move(descriptor), "-"), "-"};
}

std::string directory_of(const std::string& path) {
  const std::string parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

}  // namespace

bool holds_log(const std::string& directory) {
  const FoundLog found = find_log(directory);
  return !found.path.empty() || found.hidden;
}

OpenedOperand open_operand(const std::string& operand) {
  if (operand == "-") return open_standard_input();
  std::error_code ignored;
  const bool is_directory = fs::is_directory(operand, ignored);
  const std::string path = is_directory ? log_in_directory(operand) : operand;
  const std::string directory = is_directory ? operand : directory_of(operand);
  return {open_descriptor(open_file(path), path), operand, directory, path};
}

}  // namespace ssdetect
