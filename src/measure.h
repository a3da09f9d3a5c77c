// Which number of a request, and which level of its distribution over a set of requests?
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ssdetect {

enum class Measure : std::uint8_t { ttft, tpot, latency };
enum class Level : std::uint8_t { p50, p90, p99 };

// Every number of a request of which distributions are wanted: the three measures (with the numbers they have
// as a Measure), the time from first token to completion, and the lengths in tokens.
enum class Quantity : std::uint8_t { ttft, tpot, latency, decode, output_tokens, input_tokens };
inline constexpr std::size_t kQuantities = 6;
constexpr Quantity quantity_of(Measure measure) { return static_cast<Quantity>(measure); }

inline constexpr std::array<Measure, 3> kMeasures{Measure::ttft, Measure::tpot, Measure::latency};
inline constexpr std::array<Level, 3> kLevels{Level::p50, Level::p90, Level::p99};

struct MetricId {
  Measure measure;
  Level level;
  bool operator==(const MetricId&) const = default;
};

std::string_view name_of(Measure measure);  // "ttft"
std::string_view name_of(MetricId metric);  // "ttft_p50"
std::optional<MetricId> metric_named(std::string_view name);
double share_of(Level level);  // p50 -> 0.5

}  // namespace ssdetect
