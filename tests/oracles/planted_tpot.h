// Which TPOT did the plan give to request i?
#pragma once

#include <cstdint>
#include <vector>

#include "tests/oracles/plan.h"
#include "tests/oracles/random.h"

namespace ssdetect::oracle {

class PlantedTpot {
 public:
  explicit PlantedTpot(const Plan& plan);

  // With all noise. Call once a request: each call draws.
  double draw_ns(std::int64_t request);

  // Mean over the requests of every super-pass; exact when no step falls inside it.
  std::vector<double> levels_ns(bool with_noise) const;

  // First issue index after the ramp at which the level changes for good; n_requests if none does.
  std::int64_t first_change() const;
  std::int64_t step_request(const Step& step) const;

 private:
  double clean_ns(std::int64_t request) const;
  double superpass_factor(std::int64_t superpass) const;
  double ramp_factor(std::int64_t superpass) const;
  double step_factor(std::int64_t request) const;

  Plan plan_;
  std::int64_t size_, n_superpasses_;
  std::vector<double> factors_, noise_;  // by super-pass
  Random random_;
};

}  // namespace ssdetect::oracle
