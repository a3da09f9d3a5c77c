#include "input/byte_source.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "failure.h"
#include "input/descriptor.h"

using namespace ssdetect;

namespace {

std::string read_in_pieces(ByteSource& source, std::size_t piece) {
  std::string all, block(piece, '\0');
  while (const std::size_t got = source.read(block)) all.append(block, 0, got);
  return all;
}

}  // namespace

TEST_CASE("peeking consumes nothing") {
  const std::string bytes = "abcdefghij";
  for (const std::size_t at_once : {std::size_t{1}, std::size_t{3}, SIZE_MAX}) {
    const auto source = memory_source(bytes, at_once);
    CHECK(source->peek(4).starts_with("abcd"));
    CHECK(source->peek(6).starts_with("abcdef"));
    char two[2];
    CHECK(source->read(two) >= 1);
    CHECK(source->peek(100).ends_with("hij"));
    CHECK(read_in_pieces(*source, 3).ends_with("defghij"));
    CHECK(source->peek(1).empty());
  }
}

TEST_CASE("a plain file knows its size, a pipe does not") {
  char name[] = "/tmp/ssdetect-test-XXXXXX";
  const int file = ::mkstemp(name);
  REQUIRE(::write(file, "12345", 5) == 5);
  ::lseek(file, 0, SEEK_SET);
  const auto source = descriptor_source(Descriptor(file), name);
  CHECK(source->size() == 5);
  CHECK(read_in_pieces(*source, 2) == "12345");
  ::unlink(name);

  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[1]);
  const auto pipe = descriptor_source(Descriptor(ends[0]), "pipe");
  CHECK_FALSE(pipe->size().has_value());
  CHECK(read_in_pieces(*pipe, 2).empty());
}

TEST_CASE("what the system refuses is a failure with its reason") {
  const auto source = descriptor_source(Descriptor(::open("/tmp", O_RDONLY | O_DIRECTORY)), "some/name");
  char byte[1];
  CHECK_THROWS_WITH_AS(source->read(byte), "some/name: cannot be read: Is a directory", Failure);
}

TEST_CASE("a pipe is ready when there is something in it, or nothing will come any more") {
  auto pipe = Pipe::make();
  REQUIRE(pipe.has_value());
  const auto source = descriptor_source(std::move(pipe->out), "pipe");
  CHECK_FALSE(source->ready());
  REQUIRE(write_all(pipe->in.number(), "ab"));
  CHECK(source->ready());
  std::string block(1, '\0');
  CHECK(source->peek(1) == "ab");
  CHECK(source->ready());
  CHECK(source->read(block) == 1);
  CHECK(source->ready());
  CHECK(source->read(block) == 1);
  CHECK_FALSE(source->ready());
  pipe->in.close();
  CHECK(source->ready());
  CHECK(source->read(block) == 0);
}

TEST_CASE("read to the end: every byte, whether the size is known or not, in pieces of any size") {
  for (const std::size_t size : {0, 1, 65'534, 65'535, 65'536, 65'537, 131'072, 400'000}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i % 251);
    for (const std::size_t at_once : {std::size_t{1000}, std::size_t{65'536}, SIZE_MAX}) {
      const auto source = memory_source(bytes, at_once);
      CHECK(read_to_end(*source) == bytes);
    }
    class Unsized final : public ByteSource {
     public:
      explicit Unsized(std::string_view left) : left_(left) {}

     protected:
      std::size_t read_some(std::span<char> out) override {
        const std::size_t count = left_.copy(out.data(), std::min<std::size_t>(out.size(), 777));
        left_.remove_prefix(count);
        return count;
      }

     private:
      std::string_view left_;
    } source{bytes};
    CHECK(read_to_end(source) == bytes);
  }
}

TEST_CASE("read to the end: what was peeked at comes first") {
  const auto source = memory_source("abcdef", 2);
  CHECK(source->peek(3).starts_with("abc"));
  CHECK(read_to_end(*source) == "abcdef");
}
