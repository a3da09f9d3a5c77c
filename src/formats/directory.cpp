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
  return entry.is_regular_file(ignored) &&
         std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

struct Results {
  std::vector<std::string> found;
  std::vector<std::string> faults;  // of those that could be one, but cannot be read
};

void look_at(const std::string& path, Results& results) try {
  if (recognised_format(*open_operand(path).source) != nullptr) results.found.push_back(path);
} catch (const Failure& failure) {
  results.faults.emplace_back(failure.what());
}

Results results_in(const std::string& directory) {
  Results results;
  std::error_code fault;
  for (fs::directory_iterator at(directory, fault), end; !fault && at != end; at.increment(fault))
    if (may_be_result(*at)) look_at(at->path().string(), results);
  std::sort(results.found.begin(), results.found.end());
  std::sort(results.faults.begin(), results.faults.end());
  return results;
}

}  // namespace

std::string result_in(const std::string& operand) {
  std::error_code ignored;
  if (operand == "-" || !fs::is_directory(operand, ignored) || holds_log(operand)) return operand;
  const auto [found, faults] = results_in(operand);
  if (found.size() > 1)
    throw Failure(ExitCode::unreadable, {operand},
                  fmt::format("this directory holds {} results ({} and {}{}); name those to read",
                              found.size(), fs::path(found[0]).filename().string(),
                              fs::path(found[1]).filename().string(), found.size() > 2 ? " among them" : ""));
  if (found.empty() && !faults.empty())
    throw Failure(
        ExitCode::unreadable, {operand},
        fmt::format("this directory holds no log, and what could be a result in it cannot be read: {}",
                    faults.front()));
  return found.empty() ? operand : found.front();
}

}  // namespace ssdetect
