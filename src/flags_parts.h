// How does the text of an option become a field of Options?
//
// Between the files flags_*: an option as it was given, wherever it stood; what it does; the values that it
// may have; and which options say nothing together. Whatever is wrong throws Failure(usage), without a
// subject: who knows where the option stood supplies it.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "failure.h"
#include "flags.h"

namespace ssdetect {

inline constexpr std::string_view kSwitchedOn = "true";  // the value of a switch

struct Given {
  const Flag* flag;
  std::string value;
  std::string place{};  // "FILE:LINE" of an options file; empty: the command line
};

// Appends the remedy that helps always.
[[noreturn]] void refuse(const std::string& sentence);

// The lines of the file of --options, in their order. Also throws Failure(unreadable).
std::vector<Given> read_options_file(const std::string& path);

// A preset is applied before the rest, and does nothing here.
void set_option(Options& options, const Given& given);

// Options that have no effect beside the others, or need another one.
void check_together(const Options& options, const std::vector<Given>& given);

// `work` on an option; what it refuses is told with the option's place.
template <class Work>
void in_its_place(const Given& given, Work&& work) try {
  work();
} catch (Failure& failure) {
  if (!given.place.empty()) failure.supply({given.place});
  throw;
}

// --- Values; `flag` is the option's name without dashes ---

inline constexpr double kSmallest = std::numeric_limits<double>::min();
inline constexpr double kLargest = std::numeric_limits<double>::max();

double number(std::string_view flag, std::string_view text, double least, double most,
              std::string_view allowed);
double positive(std::string_view flag, std::string_view text);
std::uint64_t whole(std::string_view flag, std::string_view text, std::uint64_t least);
std::size_t memory(std::string_view text);  // bytes
std::vector<std::string_view> split(std::string_view list);
std::string choice(std::string_view flag, const std::string& text);
std::string not_empty(std::string_view flag, const std::string& text);

}  // namespace ssdetect
