// `peek` reads ahead into a string that later reads drain first; everything else is a call to the system.
#include "input/byte_source.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "failure.h"

namespace ssdetect {
namespace {

constexpr std::size_t kPeekBlock = std::size_t{64} << 10;
constexpr std::size_t kLeastRoom = std::size_t{64} << 10;  // to read to the end; doubled as needed

class DescriptorSource final : public ByteSource {
 public:
  DescriptorSource(Descriptor descriptor, std::string name)
      : descriptor_(std::move(descriptor)), name_(std::move(name)) {
    widen_pipe(descriptor_.number());
  }

  std::optional<std::uint64_t> size() const override {
    struct stat status {};
    if (::fstat(descriptor_.number(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    return static_cast<std::uint64_t>(status.st_size);
  }

 protected:
  std::size_t read_some(std::span<char> out) override {
    const ssize_t got = read_patiently(descriptor_.number(), out);
    if (got < 0) fail(errno);
    return static_cast<std::size_t>(got);
  }

  bool is_ready() override { return can_be_read(descriptor_.number()); }

 private:
  [[noreturn]] void fail(int reason) const {
    throw Failure(ExitCode::unreadable, {name_}, fmt::format("cannot be read: {}", std::strerror(reason)));
  }

  Descriptor descriptor_;
  std::string name_;
};

class MemorySource final : public ByteSource {
 public:
  MemorySource(std::string_view bytes, std::size_t most_at_once)
      : left_(bytes), most_at_once_(most_at_once) {}
  std::optional<std::uint64_t> size() const override { return left_.size(); }

 protected:
  std::size_t read_some(std::span<char> out) override {
    const std::size_t count = left_.copy(out.data(), std::min(out.size(), most_at_once_));
    left_.remove_prefix(count);
    return count;
  }

  bool is_ready() override { return most_at_once_ == SIZE_MAX; }

 private:
  std::string_view left_;
  std::size_t most_at_once_;
};

}  // namespace

std::size_t ByteSource::read(std::span<char> out) {
  if (out.empty()) return 0;
  if (ahead_used_ < ahead_.size()) {
    const std::size_t count = ahead_.copy(out.data(), out.size(), ahead_used_);
    ahead_used_ += count;
    if (ahead_used_ == ahead_.size()) ahead_ = std::string(), ahead_used_ = 0;
    return count;
  }
  if (ended_) return 0;
  const std::size_t count = read_some(out);
  ended_ = count == 0;
  return count;
}

bool ByteSource::ready() { return ahead_used_ < ahead_.size() || ended_ || is_ready(); }

std::string_view ByteSource::peek(std::size_t least) {
  while (!ended_ && ahead_.size() - ahead_used_ < least) {
    const std::size_t before = ahead_.size();
    ahead_.resize(before + std::max(kPeekBlock, least - (before - ahead_used_)));
    const std::size_t count = read_some(std::span(ahead_).subspan(before));
    ahead_.resize(before + count);
    ended_ = count == 0;
  }
  return std::string_view(ahead_).substr(ahead_used_);
}

std::unique_ptr<ByteSource> descriptor_source(Descriptor descriptor, std::string name) {
  return std::make_unique<DescriptorSource>(std::move(descriptor), std::move(name));
}

std::unique_ptr<ByteSource> memory_source(std::string_view bytes, std::size_t most_at_once) {
  return std::make_unique<MemorySource>(bytes, most_at_once);
}

std::string read_to_end(ByteSource& source) {
  std::string bytes(std::max<std::size_t>(kLeastRoom, source.size().value_or(0) + 1), '\0');
  std::size_t size = 0;
  while (const std::size_t got = source.read(std::span(bytes).subspan(size))) {
    size += got;
    if (size == bytes.size()) bytes.resize(2 * size);
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace ssdetect
