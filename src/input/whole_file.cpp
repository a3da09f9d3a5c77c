#include "input/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "failure.h"
#include "input/byte_source.h"

namespace ssdetect {

namespace {

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw Failure(ExitCode::unreadable, {path}, fmt::format("{}: {}.", what, std::strerror(errno)));
}

// The file that a chain of symbolic links ends in: a rename onto the link would cut it.
std::string resolved(const std::string& path) {
  char* real = ::realpath(path.c_str(), nullptr);
  if (!real) return path;
  std::string text = real;
  std::free(real);
  return text;
}

}  // namespace

std::string read_whole_file(const std::string& path) {
  Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (descriptor.number() < 0) fail(path, "cannot be read");
  struct stat facts;
  if (::fstat(descriptor.number(), &facts) != 0 || !S_ISREG(facts.st_mode))
    throw Failure(ExitCode::unreadable, {path}, "it is not a regular file.");
  return read_to_end(*descriptor_source(std::move(descriptor), path));
}

void replace_file(const std::string& path, const std::string& text) {
  const std::string target = resolved(path);
  std::string temporary = target + ".XXXXXX";
  Descriptor file(::mkstemp(temporary.data()));
  if (file.number() < 0) fail(path, "no file can be made beside it");
  struct stat old;
  const bool kept = ::stat(target.c_str(), &old) != 0 || ::fchmod(file.number(), old.st_mode) == 0;
  const bool written = kept && write_all(file.number(), text) && ::fsync(file.number()) == 0;
  if (written && std::rename(temporary.c_str(), target.c_str()) == 0) return;
  const int error = errno;
  ::unlink(temporary.c_str());
  errno = error;
  fail(path, "cannot be rewritten");
}

}  // namespace ssdetect
