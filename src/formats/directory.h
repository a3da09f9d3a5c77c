// Which file of a directory is the result?
//
// A directory without an event log stands for the one file in it that a client wrote and that a format
// recognises (AIPerf's artifact directory: its profile_export.jsonl, not the summaries beside it).
#pragma once

#include <string>

namespace ssdetect {

// The path of that file; the operand itself when it is no directory, holds a log or no result. Throws
// Failure(unreadable) when there are several, or none can be read.
std::string result_in(const std::string& operand);

}  // namespace ssdetect
