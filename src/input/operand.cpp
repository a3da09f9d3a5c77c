// A file that can be read twice is looked at, then opened for its reader at the beginning; a pipe gives its
// first bytes to the look and they are handed on.
#include "input/operand.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "failure.h"
#include "input/child_process.h"

namespace ssdetect {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";
constexpr std::string_view kGzipMagic = "\x1F\x8B";
constexpr std::size_t kMagicSize = 4;
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
    const ssize_t got = ::read(descriptor, bytes.data() + size, count - size);
    if (got < 0 && errno == EINTR) continue;
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

// Takes over the descriptor.
std::unique_ptr<ByteSource> open_descriptor(int descriptor, const std::string& name) {
  const off_t start = ::lseek(descriptor, 0, SEEK_CUR);
  std::string first = take(descriptor, kMagicSize, name);
  const bool rewound = start >= 0 && ::lseek(descriptor, start, SEEK_SET) == start;
  const std::string program = decompressor(first);
  if (!program.empty())
    return decompressing_source(program, descriptor, rewound ? std::string() : std::move(first), name);
  auto source = descriptor_source(descriptor, name);
  if (rewound || first.empty()) return source;
  return std::make_unique<ResumedSource>(std::move(first), std::move(source));
}

std::string log_in_directory(const std::string& directory) {
  std::error_code ignored;
  for (const char* name : kLogNames) {
    const fs::path path = fs::path(directory) / name;
    if (fs::exists(path, ignored)) return path.string();
  }
  fail(
      directory,
      "this directory holds no events.jsonl and no client/events.jsonl (nor a .zst or .gz of them); name the "
      "log itself");
}

int open_file(const std::string& path, const std::string& name) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(name, fmt::format("cannot be opened: {}", std::strerror(errno)));
  return descriptor;
}

OpenedOperand open_standard_input() {
  const int descriptor = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  if (descriptor < 0) fail("-", fmt::format("standard input cannot be read: {}", std::strerror(errno)));
  return {open_descriptor(descriptor, "-"), "-", ""};
}

std::string directory_of(const std::string& path) {
  const std::string parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

}  // namespace

OpenedOperand open_operand(const std::string& operand) {
  if (operand == "-") return open_standard_input();
  std::error_code ignored;
  const bool is_directory = fs::is_directory(operand, ignored);
  const std::string path = is_directory ? log_in_directory(operand) : operand;
  const std::string directory = is_directory ? operand : directory_of(operand);
  return {open_descriptor(open_file(path, path), path), operand, directory};
}

}  // namespace ssdetect
