// The parts of the ssdetect/1 object; see json.h. Only the json*.cpp files include this.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "report/report.h"

namespace ssdetect {

using Json = nlohmann::ordered_json;

// A number; whole ones without a decimal point, as counts are read. Not finite: null.
Json number(double value);
Json number(std::optional<double> value);
Json percent(std::optional<Ratio> ratio);
template <class T>
Json count(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json steady_block(const Report& report);
Json best_effort_block(const Report& report);
Json tps_window_block(const Report& report);
Json natl_block(const std::optional<Natl>& found, const NumberPolicy& policy);
Json total_block(const Report& report);
Json divergence_block(const Report& report);
Json anomaly_block(const Analysis& analysis);
Json trend_block(const Analysis& analysis);
Json change_block(const Change& change);
Json tail_block(const TailCut& tail);
Json plateaus_block(const Analysis& analysis);
Json mser_block(const Analysis& analysis);
Json occupancy_block(const Report& report);

}  // namespace ssdetect
