// Planted TPOT: a product of factors, each constant inside a super-pass but for the steps. Test:
// generator_test.cpp.
#include "tests/oracles/planted_tpot.h"

#include <algorithm>

namespace ssdetect::oracle {
namespace {

constexpr double kLeastNoise = 0.05;  // keeps TPOT positive under absurd noise

double noise_factor(Random& random, double cov) {
  return cov > 0 ? std::max(kLeastNoise, 1 + cov * random.normal()) : 1;
}

}  // namespace

PlantedTpot::PlantedTpot(const Plan& plan)
    : plan_(plan),
      size_(plan.planted_superpass_size()),
      n_superpasses_((plan.n_requests + size_ - 1) / size_),
      random_(mix(plan.seed, 0x7407)) {
  Random superpass_random(mix(plan.seed, 0x5b));
  for (std::int64_t k = 0; k < n_superpasses_; ++k) {
    factors_.push_back(superpass_factor(k));
    noise_.push_back(noise_factor(superpass_random, plan_.tpot.superpass_cov));
  }
}

double PlantedTpot::draw_ns(std::int64_t request) {
  const auto superpass = static_cast<std::size_t>(request / size_);
  return clean_ns(request) * noise_[superpass] * noise_factor(random_, plan_.tpot.request_cov);
}

double PlantedTpot::clean_ns(std::int64_t request) const {
  return plan_.tpot.steady_ns * factors_[static_cast<std::size_t>(request / size_)] * step_factor(request);
}

std::vector<double> PlantedTpot::levels_ns(bool with_noise) const {
  std::vector<double> levels;
  for (std::int64_t k = 0; k < n_superpasses_; ++k) {
    const std::int64_t begin = k * size_, end = std::min(begin + size_, plan_.n_requests);
    double above_first = 0;
    for (std::int64_t i = begin; i < end; ++i) above_first += clean_ns(i) - clean_ns(begin);
    const double clean = clean_ns(begin) + above_first / static_cast<double>(end - begin);
    levels.push_back(with_noise ? clean * noise_[static_cast<std::size_t>(k)] : clean);
  }
  return levels;
}

double PlantedTpot::superpass_factor(std::int64_t superpass) const {
  const TpotShape& shape = plan_.tpot;
  const auto k = static_cast<double>(superpass);
  double factor = ramp_factor(superpass) * (1 + shape.drift_per_superpass * k);
  if (n_superpasses_ > 1) factor *= 1 + shape.drift_total * k / static_cast<double>(n_superpasses_ - 1);
  for (const Blip& blip : shape.blips) factor *= blip.superpass == superpass ? blip.factor : 1;
  return superpass >= n_superpasses_ - shape.last_superpasses ? factor * shape.last_factor : factor;
}

double PlantedTpot::ramp_factor(std::int64_t superpass) const {
  const double middle = (static_cast<double>(superpass) + 0.5) * static_cast<double>(size_);
  const auto length = static_cast<double>(plan_.tpot.ramp_requests);
  if (middle >= length) return 1;
  return plan_.tpot.ramp_start_factor + (1 - plan_.tpot.ramp_start_factor) * middle / length;
}

double PlantedTpot::step_factor(std::int64_t request) const {
  double factor = 1;
  for (const Step& step : plan_.tpot.steps) {
    if (request >= step_request(step)) factor = step.factor;
  }
  return factor;
}

std::int64_t PlantedTpot::step_request(const Step& step) const {
  return step.superpass >= 0 ? step.superpass * size_ : step.request;
}

std::int64_t PlantedTpot::first_change() const {
  std::int64_t change = plan_.n_requests;
  for (const Step& step : plan_.tpot.steps) change = std::min(change, step_request(step));
  const std::int64_t last = std::max<std::int64_t>(0, n_superpasses_ - plan_.tpot.last_superpasses) * size_;
  return std::min(change, last);
}

}  // namespace ssdetect::oracle
