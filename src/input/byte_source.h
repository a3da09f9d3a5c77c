// Where do the bytes come from?
//
// A descriptor, a child process (zstd -dc, gzip -dc) or memory. `read` blocks, retries on EINTR and throws
// Failure(unreadable) with the name and the system's reason when the system refuses. `peek` looks ahead
// without consuming, for recognising the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "input/descriptor.h"

namespace ssdetect {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Up to out.size() bytes; 0 only at the end.
  std::size_t read(std::span<char> out);

  // False: `read` may have to wait (a pipe whose writer is slow).
  bool ready();

  // The next bytes, at least `least` of them unless the input ends before; valid until the next call.
  std::string_view peek(std::size_t least);

  // Bytes in all, where that is known beforehand (a plain file); for progress only.
  virtual std::optional<std::uint64_t> size() const { return std::nullopt; }

 protected:
  virtual std::size_t read_some(std::span<char> out) = 0;
  virtual bool is_ready() { return true; }

 private:
  std::string ahead_;  // peeked at, not read yet
  std::size_t ahead_used_ = 0;
  bool ended_ = false;
};

// `name` is for messages.
std::unique_ptr<ByteSource> descriptor_source(Descriptor descriptor, std::string name);
// `bytes` must outlive the source. `most_at_once` bytes a read (1 = fed byte by byte, in tests), and then
// never ready for more.
std::unique_ptr<ByteSource> memory_source(std::string_view bytes, std::size_t most_at_once = SIZE_MAX);

std::string read_to_end(ByteSource& source);

}  // namespace ssdetect
