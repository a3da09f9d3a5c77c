// Tests: tests/formats/directory_test.cpp.
#include "formats/directory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <vector>

#include "failure.h"
#include "formats/reader.h"
#include "input/operand.h"

namespace ssdetect {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kEndings = {".json", ".jsonl", ".csv", ".db", ".zst", ".gz"};

bool may_be_result(const fs::directory_entry& entry) {
  std::error_code ignored;
  const std::string ending = entry.path().extension().string();
  return entry.is_regular_file(ignored) && std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

// One that cannot be read is not the result.
bool is_result(const std::string& path) {
  try {
    return recognised_format(*open_operand(path).source) != nullptr;
  } catch (const Failure&) {
    return false;
  }
}

std::vector<std::string> results_in(const std::string& directory) {
  std::vector<std::string> found;
  std::error_code fault;
  for (fs::directory_iterator at(directory, fault), end; !fault && at != end; at.increment(fault))
    if (may_be_result(*at) && is_result(at->path().string())) found.push_back(at->path().string());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::string result_in(const std::string& operand) {
  std::error_code ignored;
  if (operand == "-" || !fs::is_directory(operand, ignored) || holds_log(operand)) return operand;
  const auto found = results_in(operand);
  if (found.size() > 1)
    throw Failure(ExitCode::unreadable, {operand},
                  fmt::format("this directory holds {} results ({} and {}{}); name those to read", found.size(),
                              fs::path(found[0]).filename().string(), fs::path(found[1]).filename().string(),
                              found.size() > 2 ? " among them" : ""));
  return found.empty() ? operand : found.front();
}

}  // namespace ssdetect
