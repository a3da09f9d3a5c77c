// Which dialects are there? One source file each, named like its function.
#pragma once

#include "formats/reader.h"

namespace ssdetect {

Format events_format();  // endpoints.cpp
Format aiperf_format();
Format sglang_format();
Format vllm_format();
Format guidellm_format();
Format inference_perf_format();

}  // namespace ssdetect
