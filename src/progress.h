// How far is the reading? A line on standard error for a person who waits.
//
// Only where standard error is a terminal; appears after half a second, is redrawn at most ten times a second
// and gone when the input ends. A bar with the share where the size is known, else lines; both with MB/s.
#pragma once

#include <memory>
#include <string>

#include "input/byte_source.h"

namespace ssdetect {

std::unique_ptr<ByteSource> with_progress(std::unique_ptr<ByteSource> source, const std::string& name);

// What the line says, without the control characters around it; at most 79 columns. `size` 0: not known.
std::string progress_line(const std::string& name, double bytes, double size, double lines, double seconds);

}  // namespace ssdetect
