// What do a client's own files beside its result say it was told to do?
//
// AIPerf writes profile_export_aiperf.json (input_config: `loadgen` in older releases, `phases` in newer
// ones), inference-perf config.yaml and stage_N_lifecycle_metrics.json; with a prefix where the result has
// one. A missing file says nothing; a broken one is a problem in words, never a failure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "input/client_settings.h"

namespace ssdetect {

struct SettingsBeside {
  std::optional<ClientSettings> settings;  // absent: there is no such file
  std::vector<std::string> problems;
};

// `path` of the result; empty gives nothing.
SettingsBeside aiperf_settings_beside(const std::string& path);
// Stages are those that were run, with the number of requests in each, else those that were asked for. A
// single one is no stage: it is the load.
SettingsBeside inference_perf_settings_beside(const std::string& path);

}  // namespace ssdetect
