// Tests: tests/report/wording_test.cpp.

#include "report/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ssdetect {

namespace {

std::string with_thousands(std::string text) {
  auto point = text.find('.');
  if (point == std::string::npos) point = text.size();
  for (std::size_t i = point; i > 3 + (text.front() == '-'); i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

}  // namespace

std::string printable(std::string text) {
  for (char& c : text)
    if ((c >= 0 && c < ' ' && c != '\n' && c != '\t') || c == '\x7f') c = '?';
  return text;
}

std::string duration_text(std::optional<double> nanos) {
  if (!nanos) return "-";
  struct Unit {
    double size;
    const char* name;
  };
  constexpr std::array<Unit, 4> units{{{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}}};
  for (const Unit& unit : units)
    if (std::abs(*nanos) >= unit.size || unit.size == 1)
      return fmt::format("{} {}", number_text(*nanos / unit.size), unit.name);
  return "";
}

std::string number_text(std::optional<double> value) {
  if (!value) return "-";
  const double size = std::abs(*value);
  if (size >= 1e15) return fmt::format("{:.4g}", *value);
  const int decimals =
      size >= 1000 || size == 0 ? 0 : std::max(0, 3 - static_cast<int>(std::floor(std::log10(size))));
  return with_thousands(fmt::format("{:.{}f}", *value, std::min(decimals, 9)));
}

std::string count_text(std::size_t count) { return with_thousands(fmt::format("{}", count)); }

std::string percent_text(std::optional<Ratio> ratio) {
  if (!ratio) return "-";
  const double percent = 100 * *ratio;
  return std::abs(percent) < 0.05 ? "0.0 %" : fmt::format("{:+.1f} %", percent);
}

std::string seconds_text(Seconds seconds) {
  if (std::abs(seconds) < 1e-3) return "0 s";
  return fmt::format("{} s", number_text(seconds));
}

std::string metric_text(MetricId metric) {
  const std::string_view name = name_of(metric);
  const auto underscore = name.find('_');
  std::string measure(name.substr(0, underscore));
  if (metric.measure != Measure::latency)  // TTFT and TPOT are abbreviations
    for (char& c : measure) c = static_cast<char>(c - 'a' + 'A');
  return fmt::format("{} {}", measure, name.substr(underscore + 1));
}

}  // namespace ssdetect
