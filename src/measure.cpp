#include "measure.h"

namespace ssdetect {

namespace {

constexpr std::string_view kMeasureNames[] = {"ttft", "tpot", "latency"};
constexpr std::string_view kMetricNames[][3] = {{"ttft_p50", "ttft_p90", "ttft_p99"},
                                                {"tpot_p50", "tpot_p90", "tpot_p99"},
                                                {"latency_p50", "latency_p90", "latency_p99"}};
constexpr double kShares[] = {0.5, 0.9, 0.99};

template <class Enum>
constexpr std::size_t at(Enum value) {
  return static_cast<std::size_t>(value);
}

}  // namespace

std::string_view name_of(Measure measure) { return kMeasureNames[at(measure)]; }

std::string_view name_of(MetricId metric) { return kMetricNames[at(metric.measure)][at(metric.level)]; }

std::optional<MetricId> metric_named(std::string_view name) {
  for (Measure measure : kMeasures)
    for (Level level : kLevels)
      if (name == name_of(MetricId{measure, level})) return MetricId{measure, level};
  return std::nullopt;
}

double share_of(Level level) { return kShares[at(level)]; }

}  // namespace ssdetect
