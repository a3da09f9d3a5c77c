// Each value is read with its range, so that a wrong one is named together with what is allowed. Tests:
// tests/flags_test.cpp.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "failure.h"
#include "flags_parts.h"

namespace ssdetect {

void refuse(const std::string& sentence) {
  throw Failure(ExitCode::usage, sentence + " Try 'ssdetect --help'.");
}

double number(std::string_view flag, std::string_view text, double least, double most,
              std::string_view allowed) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= least && value <= most))
    refuse(fmt::format("--{}: '{}' is not {}.", flag, text, allowed));
  return value;
}

std::uint64_t whole(std::string_view flag, std::string_view text, std::uint64_t least) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) refuse(fmt::format("--{}: {} is too large.", flag, text));
  if (error != std::errc() || end != text.data() + text.size() || value < least)
    refuse(fmt::format("--{}: '{}' is not a whole number of at least {}.", flag, text, least));
  return value;
}

double positive(std::string_view flag, std::string_view text) {
  return number(flag, text, kSmallest, kLargest, "a number above 0");
}

constexpr std::size_t kLeastMemory = std::size_t{16} << 20;

// A number of bytes, or of K, M or G (powers of 1024).
std::size_t memory(std::string_view text) {
  constexpr std::string_view kUnits = "KMG";
  std::uint64_t count = 0, bytes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const auto suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  const std::size_t unit = suffix.size() == 1 ? kUnits.find(suffix[0]) + 1 : 0;
  const bool is_number = error != std::errc::invalid_argument;
  if (!is_number || (!suffix.empty() && unit == 0))
    refuse(fmt::format("--max-memory: '{}' is no size; it looks like 512M or 4G.", text));
  const bool is_huge = error == std::errc::result_out_of_range ||
                       __builtin_mul_overflow(count, std::uint64_t{1} << 10 * unit, &bytes);
  if (is_huge) refuse(fmt::format("--max-memory: {} is too large.", text));
  if (bytes < kLeastMemory) refuse(fmt::format("--max-memory: {} is less than 16M.", text));
  return bytes;
}

std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto comma = list.find(',');
    parts.push_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

std::string choice(std::string_view flag, const std::string& text) {
  const auto allowed = split(find_flag(flag)->choices);
  if (std::find(allowed.begin(), allowed.end(), text) == allowed.end())
    refuse(fmt::format("--{}: '{}' is not one of {}.", flag, text, fmt::join(allowed, ", ")));
  return text;
}

std::string not_empty(std::string_view flag, const std::string& text) {
  if (text.empty()) refuse(fmt::format("--{}: the value is empty.", flag));
  return text;
}

}  // namespace ssdetect
