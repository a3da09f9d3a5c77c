// How does a foreign text stand in a line for a terminal?
//
// Names of files, models and runs come from outside, and so do parts of messages. Whatever could end the
// line, speak to the terminal, or show the rest in another order than it stands there, is written as an
// escape: \n, \x1b, \u202e. What is not UTF-8 becomes U+FFFD. Applied twice it changes nothing more.
#pragma once

#include <string>
#include <string_view>

namespace ssdetect {

std::string printable(std::string_view text);

// Of a message of several lines, each but the first indented by two blanks: these stay lines.
std::string printable_lines(std::string_view message);

}  // namespace ssdetect
