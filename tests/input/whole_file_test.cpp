#include "input/whole_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include "failure.h"
#include "tests/input/temporary_directory.h"

using namespace ssdetect;
using namespace ssdetect::testing;

namespace {

template <class Work>
std::string refusal(Work work) {
  try {
    work();
  } catch (const Failure& failure) {
    CHECK(failure.code() == ExitCode::unreadable);
    return failure.what();
  }
  return "";
}

mode_t permissions(const std::string& path) {
  struct stat facts;
  REQUIRE(::stat(path.c_str(), &facts) == 0);
  return facts.st_mode & 07777;
}

std::size_t entries(const std::string& directory) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(directory), {}));
}

}  // namespace

TEST_CASE("whole file: every byte, at the sizes where the buffer grows") {
  TemporaryDirectory directory;
  for (const std::size_t size : {0, 1, 65535, 65536, 65537, 131072, 400000}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i % 251);
    CHECK(read_whole_file(directory.file("a", bytes)) == bytes);
  }
}

TEST_CASE("whole file: what cannot be read is told") {
  TemporaryDirectory directory;
  const std::string missing = directory.path() + "/missing";
  CHECK(refusal([&] { read_whole_file(missing); }) ==
        missing + ": cannot be read: No such file or directory.");
  CHECK(refusal([&] { read_whole_file(directory.path()); }).starts_with(directory.path()));
}

TEST_CASE("whole file: replaced with its permissions, and nothing left beside it") {
  TemporaryDirectory directory;
  const std::string path = directory.file("report.json", "old and longer");
  for (const mode_t mode : {0600, 0644, 0664, 0440}) {
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    replace_file(path, "new");
    CHECK(read_whole_file(path) == "new");
    CHECK(permissions(path) == mode);
    CHECK(entries(directory.path()) == 1);
  }
}

TEST_CASE("whole file: a link stays a link, and its end is replaced") {
  TemporaryDirectory directory;
  const std::string path = directory.file("real/report.json", "old"), link = directory.path() + "/link";
  std::filesystem::create_symlink("real/report.json", link);
  std::filesystem::create_symlink("link", directory.path() + "/second");
  replace_file(directory.path() + "/second", "new");
  CHECK(std::filesystem::is_symlink(link));
  CHECK(std::filesystem::is_symlink(directory.path() + "/second"));
  CHECK_FALSE(std::filesystem::is_symlink(path));
  CHECK(read_whole_file(path) == "new");
}

TEST_CASE("whole file: where no file can be made beside it, the old one stays") {
  CHECK(refusal([] {
          replace_file("/proc/self/status", "new");
        }).starts_with("/proc/self/status: no file can be made beside it: "));
  const std::string nowhere = "/nonexistent-directory/report.json";
  CHECK(refusal([&] { replace_file(nowhere, "new"); }) ==
        nowhere + ": no file can be made beside it: No such file or directory.");
  if (::geteuid() == 0) return;  // root may write anywhere
  TemporaryDirectory directory;
  const std::string path = directory.file("locked/report.json", "old");
  REQUIRE(::chmod((directory.path() + "/locked").c_str(), 0555) == 0);
  CHECK(refusal([&] { replace_file(path, "new"); }) ==
        path + ": no file can be made beside it: Permission denied.");
  CHECK(read_whole_file(path) == "old");
  REQUIRE(::chmod((directory.path() + "/locked").c_str(), 0755) == 0);
}

TEST_CASE("whole file: a directory is not replaced") {
  TemporaryDirectory directory;
  const std::string path = directory.path() + "/sub";
  std::filesystem::create_directory(path);
  CHECK(refusal([&] { replace_file(path, "new"); }).starts_with(path + ": cannot be rewritten: "));
  CHECK(entries(directory.path()) == 1);
}
