// All of a small file, and a file replaced as a whole.
//
// For run reports. Both throw Failure(unreadable) with the file and the system's reason.
#pragma once

#include <string>

namespace ssdetect {

std::string read_whole_file(const std::string& path);

// Through a temporary file beside it and a rename, so that nobody ever sees half of it; keeps its
// permissions.
void replace_file(const std::string& path, const std::string& text);

}  // namespace ssdetect
