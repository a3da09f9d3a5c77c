// What does this program write, given these bytes?
//
// A source that reads the standard output of a child process whose standard input is a descriptor. The
// child's exit is looked at when its output ends: anything but success is Failure(unreadable). A child that
// is stopped early because the source goes away is no error.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "input/byte_source.h"

namespace ssdetect {

// Runs `program -dcq` on what `descriptor` still holds (taken over), after `ahead`, the bytes already taken
// from it.
std::unique_ptr<ByteSource> decompressing_source(const std::string& program, int descriptor,
                                                 std::string ahead, const std::string& name);

}  // namespace ssdetect
